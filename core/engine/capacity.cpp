#include "engine/capacity.hpp"

#include <algorithm>
#include <utility>

namespace worldsize {

RankMemory rank_memory(const Deployment& deployment, const Layout& layout, Int stage) {
  const Model& model = deployment.model;
  RankMemory rank;
  rank.stage = stage_of(model.architecture, layout, stage);
  rank.weights = weights_on_rank(model, layout, rank.stage);
  rank.weights_bytes = total_bytes(rank.weights);
  rank.kv_bytes_per_token = kv_bytes_per_token(model, layout, rank.stage);
  rank.kv_bytes_per_sequence =
      times(rank.kv_bytes_per_token,
            kv_tokens_per_sequence(deployment.workload.context_tokens, layout, deployment.engine.block_tokens));
  rank.transient = transient_rule(model, layout, rank.stage, deployment.workload);
  rank.runtime_bytes = runtime_bytes(deployment.engine, layout);
  return rank;
}

Int used_bytes(const RankMemory& rank, Int batch) {
  return plus(rank.weights_bytes, rank.runtime_bytes, times(batch, rank.kv_bytes_per_sequence),
              total_bytes(transients(rank.transient, batch)));
}

Int largest_batch(const RankMemory& rank, Int budget) {
  if (used_bytes(rank, 0) > budget) return -1;
  Int fits = 0;
  Int too_many = kLargestBatch + 1;
  while (too_many - fits > 1) {
    const Int middle = fits + (too_many - fits) / 2;
    (used_bytes(rank, middle) <= budget ? fits : too_many) = middle;
  }
  return fits;
}

double fractional_batch(const RankMemory& rank, Int budget) {
  const Int whole = largest_batch(rank, budget);
  if (whole < 0) return 0;
  const Int used = used_bytes(rank, whole);
  const Int next = used_bytes(rank, whole + 1) - used;
  return static_cast<double>(whole) + (next > 0 ? static_cast<double>(budget - used) / static_cast<double>(next) : 0);
}

std::string_view limit_name(Limit limit) {
  return limit == Limit::kv_cache ? "kv_cache" : limit == Limit::weights ? "weights" : "requested";
}

Evaluation evaluate(const Deployment& deployment, const Layout& layout) {
  Evaluation result;
  result.budget_bytes = budget_bytes(deployment.engine, deployment.device);

  std::vector<RankMemory> stages;
  // A stage differs from its neighbours only in layer count and in what stands at the two ends, but layer kinds may
  // be spread unevenly, so every stage is looked at.
  for (Int stage = 0; stage < layout.pipeline_parallel; ++stage)
    stages.push_back(rank_memory(deployment, layout, stage));

  Int most = kLargestBatch;
  double most_fractional = static_cast<double>(kLargestBatch);
  for (const RankMemory& rank : stages) {
    most = std::min(most, largest_batch(rank, result.budget_bytes));
    most_fractional = std::min(most_fractional, fractional_batch(rank, result.budget_bytes));
  }
  const Int possible = std::max<Int>(most, 0);
  const auto& asked = deployment.workload.batch_per_replica;
  result.batch_per_replica = asked.value_or(possible);
  result.fractional_batch_per_replica = most_fractional;
  result.fits = possible >= 1 && result.batch_per_replica <= possible;
  result.limited_by = possible < 1 ? Limit::weights : asked && result.fits ? Limit::requested : Limit::kv_cache;
  const auto fullest = std::max_element(stages.begin(), stages.end(), [&](const auto& a, const auto& b) {
    return used_bytes(a, result.batch_per_replica) < used_bytes(b, result.batch_per_replica);
  });
  result.rank = std::move(*fullest);
  return result;
}

}  // namespace worldsize
