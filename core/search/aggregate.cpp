#include "search/aggregate.hpp"

#include <algorithm>
#include <cmath>

namespace worldsize {

AggregateRow aggregate_row(const AggregateSpec& spec, Int world_size) {
  const auto gpus = static_cast<double>(world_size);
  AggregateRow row{.world_size = world_size, .fixed_gb = spec.fixed_gb};
  row.model_gb_per_gpu = spec.model_gb / gpus;
  row.fits = row.model_gb_per_gpu + spec.fixed_gb <= spec.budget_gb;
  row.batch_per_gpu = std::max(0.0, (spec.budget_gb - spec.fixed_gb - row.model_gb_per_gpu) / spec.per_request_gb);
  row.whole_batch_per_gpu = std::floor(row.batch_per_gpu);
  row.global_batch = row.batch_per_gpu * gpus;
  row.whole_global_batch = row.whole_batch_per_gpu * gpus;
  row.experts_per_gpu = static_cast<double>(spec.num_experts) / gpus;
  row.expected_m_per_group = row.global_batch * static_cast<double>(spec.top_k) / static_cast<double>(spec.num_experts);
  row.batch_gb = row.batch_per_gpu * spec.per_request_gb;
  row.total_gb = row.model_gb_per_gpu + row.batch_gb + row.fixed_gb;
  return row;
}

std::vector<AggregateRow> aggregate_sweep(const AggregateSpec& spec, std::span<const Int> world_sizes) {
  std::vector<AggregateRow> rows;
  rows.reserve(world_sizes.size());
  for (const Int world_size : world_sizes) rows.push_back(aggregate_row(spec, world_size));
  return rows;
}

}  // namespace worldsize
