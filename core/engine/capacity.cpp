#include "engine/capacity.hpp"

#include <algorithm>
#include <utility>

namespace worldsize {

namespace {

/// The ranks of stages that hold the same are the same: of 32 stages seldom more than four differ.
std::vector<RankMemory> different_stages(const Deployment& deployment, const Layout& layout) {
  std::vector<RankMemory> stages;
  for (Int index = 0; index < layout.pipeline_parallel; ++index) {
    Stage stage = stage_of(deployment.model.architecture, layout, index);
    const bool seen = std::any_of(stages.begin(), stages.end(),
                                  [&](const RankMemory& rank) { return holds_the_same(rank.stage, stage); });
    if (!seen) stages.push_back(rank_memory(deployment, layout, std::move(stage)));
  }
  return stages;
}

}  // namespace

RankMemory rank_memory(const Deployment& deployment, const Layout& layout, Stage stage) {
  const Model& model = deployment.model;
  RankMemory rank;
  rank.stage = std::move(stage);
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

BatchThatFits batch_that_fits(const RankMemory& rank, Int budget) {
  const Int empty = used_bytes(rank, 0);
  if (empty > budget) return {};
  // Transients only grow with the batch, so the KV cache alone bounds it from above.
  Int fits = 0;
  Int too_many = std::min((budget - empty) / std::max<Int>(rank.kv_bytes_per_sequence, 1), kLargestBatch) + 1;
  while (too_many - fits > 1) {
    const Int middle = fits + (too_many - fits) / 2;
    (used_bytes(rank, middle) <= budget ? fits : too_many) = middle;
  }
  const Int used = used_bytes(rank, fits);
  const Int next = used_bytes(rank, fits + 1) - used;
  const double share = next > 0 ? static_cast<double>(budget - used) / static_cast<double>(next) : 0;
  return {.whole = fits, .fractional = static_cast<double>(fits) + share};
}

std::string_view limit_name(Limit limit) {
  return limit == Limit::kv_cache ? "kv_cache" : limit == Limit::weights ? "weights" : "requested";
}

Evaluation evaluate(const Deployment& deployment, const Layout& layout) {
  Evaluation result;
  result.budget_bytes = budget_bytes(deployment.engine, deployment.device);

  const std::vector<RankMemory> stages = different_stages(deployment, layout);
  BatchThatFits most{.whole = kLargestBatch, .fractional = static_cast<double>(kLargestBatch)};
  for (const RankMemory& rank : stages) {
    const BatchThatFits here = batch_that_fits(rank, result.budget_bytes);
    most.whole = std::min(most.whole, here.whole);
    most.fractional = std::min(most.fractional, here.fractional);
  }
  const Int possible = std::max<Int>(most.whole, 0);
  const auto& asked = deployment.workload.batch_per_replica;
  result.batch_per_replica = asked.value_or(possible);
  result.fractional_batch_per_replica = most.fractional;
  result.fits = possible >= 1 && result.batch_per_replica <= possible;
  result.limited_by = possible < 1 ? Limit::weights : asked && result.fits ? Limit::requested : Limit::kv_cache;
  const auto fullest = std::max_element(stages.begin(), stages.end(), [&](const auto& a, const auto& b) {
    return used_bytes(a, result.batch_per_replica) < used_bytes(b, result.batch_per_replica);
  });
  result.rank = *fullest;
  return result;
}

}  // namespace worldsize
