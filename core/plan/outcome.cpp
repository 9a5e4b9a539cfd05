#include "plan/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "units/text.hpp"

namespace worldsize {
namespace {

Int bytes_of_gb(double gigabytes) { return static_cast<Int>(std::llround(gigabytes * 1e9)); }

void compute_aggregate(Outcome& outcome, bool with_sweep) {
  const Plan& plan = outcome.plan;
  outcome.aggregate = aggregate_row(plan.aggregate, outcome.world_size);
  outcome.fits = outcome.aggregate.fits;
  outcome.whole_model_bytes = bytes_of_gb(plan.aggregate.model_gb);
  outcome.limited_by = outcome.aggregate.whole_batch_per_gpu >= 1 ? Limit::kv_cache : Limit::weights;
  if (!with_sweep) return;
  outcome.aggregate_rows = aggregate_sweep(plan.aggregate, plan.world_sizes);
  outcome.best = best_row(outcome.aggregate_rows);
  outcome.findings = findings(plan.aggregate, outcome.aggregate_rows);
}

void compute_capacity(Outcome& outcome) {
  const Plan& plan = outcome.plan;
  const RankMemory& rank = outcome.evaluation.rank;
  const Int block = plan.deployment.engine.block_tokens;
  const RankUse use = rank_use(outcome);
  outcome.kv_tokens_per_sequence = kv_tokens_per_sequence(plan.deployment.workload.context_tokens, plan.layout, block);
  outcome.kv_pool_bytes = std::max<Int>(use.budget - use.weights - use.transient - use.runtime, 0);
  const Int block_bytes = times(rank.kv_bytes_per_token, block);
  outcome.capacity_tokens = times(outcome.kv_pool_bytes / block_bytes, block, plan.layout.context_parallel);
  outcome.max_concurrency = outcome.kv_pool_bytes / rank.kv_bytes_per_sequence;
}

void note_missing_layouts(Outcome& outcome) {
  std::string sizes;
  for (const ModelRow& row : outcome.rows)
    if (row.broken != 0) sizes += (sizes.empty() ? "" : ", ") + with_commas(row.world_size);
  if (sizes.empty()) return;
  if (sizes.size() > 60) sizes = sizes.substr(0, sizes.rfind(',', 60)) + " and others";
  outcome.plan.remarks.push_back({ProblemCode::world_size_without_layout, "/sweep/strategy",
                                  fill("The strategy {} has no valid layout at world size {}; their rows say why.",
                                       {strategy_name(outcome.plan.strategy), sizes}),
                                  "", "another strategy or other world sizes"});
}

void compute_layered(Outcome& outcome, bool with_sweep) {
  const Plan& plan = outcome.plan;
  const Deployment& deployment = plan.deployment;
  outcome.evaluation = evaluate(deployment, plan.layout);
  outcome.fits = outcome.evaluation.fits;
  outcome.limited_by = outcome.evaluation.limited_by;
  outcome.parameters = count_parameters(deployment.model.architecture, deployment.model.tensors);
  outcome.whole_model_bytes = whole_model_bytes(deployment.model);
  compute_capacity(outcome);
  if (const auto* mixture = first_mixture(deployment.model.architecture))
    outcome.groups = expert_groups(*mixture, plan.layout, static_cast<double>(outcome.evaluation.batch_per_replica));
  if (!with_sweep) return;
  outcome.rows = model_sweep(deployment, plan.strategy, plan.layout, plan.world_sizes);
  outcome.best = best_row(outcome.rows);
  outcome.findings = findings(deployment, outcome.rows);
  note_missing_layouts(outcome);
}

}  // namespace

Outcome compute(Plan plan, bool with_sweep) {
  Outcome outcome;
  outcome.plan = std::move(plan);
  outcome.world_size = world_size(outcome.plan.layout);
  if (outcome.plan.kind == ModelKind::aggregate) {
    compute_aggregate(outcome, with_sweep);
  } else {
    compute_layered(outcome, with_sweep);
  }
  return outcome;
}

RankUse rank_use(const Outcome& outcome) {
  if (outcome.plan.kind == ModelKind::aggregate) {
    const AggregateRow& row = outcome.aggregate;
    RankUse use{.weights = bytes_of_gb(row.model_gb_per_gpu),
                .kv_cache = bytes_of_gb(row.batch_gb),
                .runtime = bytes_of_gb(row.fixed_gb),
                .budget = bytes_of_gb(outcome.plan.aggregate.budget_gb)};
    use.used = bytes_of_gb(row.total_gb);
    return use;
  }
  const Evaluation& evaluation = outcome.evaluation;
  const Int batch = evaluation.batch_per_replica;
  return {.weights = evaluation.rank.weights_bytes,
          .kv_cache = times(batch, evaluation.rank.kv_bytes_per_sequence),
          .transient = total_bytes(transients(evaluation.rank.transient, batch)),
          .runtime = evaluation.rank.runtime_bytes,
          .used = used_bytes(evaluation.rank, batch),
          .budget = evaluation.budget_bytes};
}

BatchFigures batch_figures(const Outcome& outcome) {
  const auto gpus = static_cast<double>(outcome.world_size);
  const auto replicas = static_cast<double>(outcome.plan.layout.data_parallel);
  if (outcome.plan.kind == ModelKind::aggregate) {
    const AggregateRow& row = outcome.aggregate;
    return {.per_replica = row.global_batch / replicas,
            .per_gpu = row.batch_per_gpu,
            .global = row.global_batch,
            .fractional_per_gpu = row.batch_per_gpu,
            .whole_per_gpu = row.whole_batch_per_gpu,
            .whole_global = row.whole_global_batch};
  }
  const Evaluation& evaluation = outcome.evaluation;
  const auto batch = static_cast<double>(evaluation.batch_per_replica);
  return {.per_replica = batch,
          .per_gpu = batch * replicas / gpus,
          .global = batch * replicas,
          .fractional_per_gpu = evaluation.fractional_batch_per_replica * replicas / gpus,
          .whole_per_gpu = batch * replicas / gpus,
          .whole_global = batch * replicas};
}

bool is_too_large(const Outcome& outcome) {
  if (outcome.plan.kind == ModelKind::aggregate) return outcome.aggregate.total_gb > 9e6;
  return rank_use(outcome).used >= kLargestExact || outcome.whole_model_bytes >= kLargestExact ||
         total_parameters(outcome.parameters) >= kLargestExact;
}

}  // namespace worldsize
