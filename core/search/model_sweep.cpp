#include "search/model_sweep.hpp"

#include <algorithm>

#include "moe/groups.hpp"

namespace worldsize {
namespace {

/// The whole model on one rank: what formula 1 divides by W.
RankMemory undivided(const Deployment& deployment) {
  const Layout alone;
  return rank_memory(deployment, alone, stage_of(deployment.model.architecture, alone, 0));
}

/// Requests a GPU for a rank like `rank` that holds 1/W of the weights and of its replica's KV cache.
double ideal_batch(const RankMemory& whole, RankMemory rank, Int budget, const Layout& layout) {
  const Int ranks_of_replica = world_size(layout) / layout.data_parallel;
  rank.weights_bytes = ceil_div(whole.weights_bytes, world_size(layout));
  rank.kv_bytes_per_sequence = ceil_div(whole.kv_bytes_per_sequence, ranks_of_replica);
  return batch_that_fits(rank, budget).fractional / static_cast<double>(ranks_of_replica);
}

ModelRow model_row(const Deployment& deployment, const RankMemory& whole, const Layout& layout) {
  const Architecture& architecture = deployment.model.architecture;
  ModelRow row{.world_size = world_size(layout), .layout = layout, .broken = broken_rules(layout, architecture)};
  row.budget_bytes = budget_bytes(deployment.engine, deployment.device);
  row.ideal_weights_bytes = ceil_div(whole.weights_bytes, row.world_size);
  if (row.broken != 0) return row;

  const Evaluation evaluation = evaluate(deployment, layout);
  row.ideal_batch_per_gpu = ideal_batch(whole, evaluation.rank, evaluation.budget_bytes, layout);
  const auto replicas = static_cast<double>(layout.data_parallel);
  const auto gpus = static_cast<double>(row.world_size);
  row.fits = evaluation.fits;
  row.global_batch = evaluation.fractional_batch_per_replica * replicas;
  row.whole_global_batch = static_cast<double>(evaluation.batch_per_replica) * replicas;
  row.batch_per_gpu = row.global_batch / gpus;
  row.whole_batch_per_gpu = row.whole_global_batch / gpus;
  if (const auto* mixture = first_mixture(architecture)) {
    const ExpertGroups groups = expert_groups(*mixture, layout, evaluation.fractional_batch_per_replica);
    row.experts_per_gpu = groups.experts_per_gpu;
    row.expected_m_per_group = groups.expected_m_per_group;
  }
  row.weights_bytes = evaluation.rank.weights_bytes;
  row.kv_cache_bytes = times(evaluation.batch_per_replica, evaluation.rank.kv_bytes_per_sequence);
  row.transient_bytes = total_bytes(transients(evaluation.rank.transient, evaluation.batch_per_replica));
  row.runtime_bytes = evaluation.rank.runtime_bytes;
  row.used_bytes = used_bytes(evaluation.rank, evaluation.batch_per_replica);
  return row;
}

}  // namespace

double ideal_batch_per_gpu(const Deployment& deployment, const Evaluation& evaluation, const Layout& layout) {
  return ideal_batch(undivided(deployment), evaluation.rank, evaluation.budget_bytes, layout);
}

std::vector<ModelRow> model_sweep(const Deployment& deployment, Strategy strategy, const Layout& base,
                                  std::span<const Int> world_sizes) {
  Deployment unbounded = deployment;
  unbounded.workload.batch_per_replica.reset();
  const RankMemory whole = undivided(deployment);
  std::vector<ModelRow> rows;
  rows.reserve(world_sizes.size());
  for (const Int world_size : world_sizes)
    rows.push_back(model_row(unbounded, whole,
                             layout_for(strategy, world_size, deployment.model.architecture, deployment.device, base)));
  return rows;
}

}  // namespace worldsize
