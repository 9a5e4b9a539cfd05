// The batch and what the experts see of it.
#include <cmath>

#include "plan/explain_parts.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

struct BatchExplainer {
  const Outcome& outcome;
  const Plan& plan = outcome.plan;
  const Layout& layout = plan.layout;
  const Evaluation& evaluation = outcome.evaluation;
  BatchFigures batch = batch_figures(outcome);

  static ExplanationInput input(const char* pointer, const char* label, double value, const char* unit) {
    return {pointer, label, value, unit};
  }

  ExplanationInput replica_input() const {
    return input("/batch/per_replica", "Sequences of one replica", batch.per_replica, "requests");
  }
  ExplanationInput dp_input() const {
    return input("/layout/data_parallel", "DP", static_cast<double>(layout.data_parallel), "GPUs");
  }
  ExplanationInput world_input() const {
    return input("/world_size", "W, world size", static_cast<double>(outcome.world_size), "GPUs");
  }

  Explanation per_replica() const {
    const RankMemory& rank = evaluation.rank;
    const Int count = evaluation.batch_per_replica;
    const bool asked = plan.deployment.workload.batch_per_replica.has_value();
    return {
        .label = "Sequences of one replica",
        .value = batch.per_replica,
        .unit = "requests",
        .formula = asked ? "as asked" : "largest b with weights + runtime + b · KV a sequence + transients(b) ≤ budget",
        .substituted =
            fill("b = {}: {} of {} B; b = {}: {} B",
                 {count, used_bytes(rank, count), evaluation.budget_bytes, count + 1, used_bytes(rank, count + 1)}),
        .inputs = {input("/memory/budget_bytes", "Budget", static_cast<double>(evaluation.budget_bytes), "bytes"),
                   input("/memory/weights_bytes", "Weights", static_cast<double>(rank.weights_bytes), "bytes"),
                   input("/kv/bytes_per_sequence", "KV bytes of a sequence",
                         static_cast<double>(rank.kv_bytes_per_sequence), "bytes"),
                   input("/memory/runtime_bytes", "Runtime", static_cast<double>(rank.runtime_bytes), "bytes")},
        .source = "Solved on the fullest rank, in whole sequences",
        .certainty = Certainty::estimated};
  }

  Explanation per_gpu(const char* label) const {
    return {.label = label,
            .value = batch.per_gpu,
            .unit = "requests",
            .formula = "sequences of a replica · DP / W",
            .substituted =
                fill("{} · {} / {} = {}", {batch.per_replica, layout.data_parallel, outcome.world_size, batch.per_gpu}),
            .inputs = {replica_input(), dp_input(), world_input()},
            .source = "Definition",
            .certainty = Certainty::estimated};
  }

  Explanation fractional_per_gpu() const {
    const Int whole = static_cast<Int>(std::floor(evaluation.fractional_batch_per_replica));
    return {.label = "Batch per GPU with its fraction",
            .value = batch.fractional_per_gpu,
            .unit = "requests",
            .formula = "(b + free bytes / bytes of the next sequence) · DP / W",
            .substituted =
                fill("{} · {} / {} = {}", {Rounded{evaluation.fractional_batch_per_replica, 7}, layout.data_parallel,
                                           outcome.world_size, Rounded{batch.fractional_per_gpu, 7}}),
            .inputs = {input("", "b, whole sequences that fit a replica", static_cast<double>(whole), "requests"),
                       dp_input(), world_input()},
            .source = "The world-size formula with the memory of this layout",
            .certainty = Certainty::estimated,
            .note = "The smooth curve; a replica holds whole sequences."};
  }

  Explanation ideal_per_gpu() const {
    const double ideal = ideal_batch_per_gpu(plan.deployment, evaluation, layout);
    return {.label = "Batch per GPU if everything were divided",
            .value = ideal,
            .unit = "requests",
            .formula = "b / (TP · PP · CP), with M/W + runtime + b · k / (TP · PP · CP) + transients(b) = budget",
            .substituted = fill("M/W = {} → {}", {Gib{ceil_div(outcome.whole_model_bytes, outcome.world_size)}, ideal}),
            .inputs = {input("/memory/whole_model_bytes", "M, the whole model",
                             static_cast<double>(outcome.whole_model_bytes), "bytes"),
                       world_input()},
            .source = "The limit of the world-size formula: neither weights nor KV cache are replicated",
            .certainty = Certainty::estimated};
  }

  Explanation global(const char* label, double each) const {
    return {.label = label,
            .value = each * static_cast<double>(layout.data_parallel),
            .unit = "requests",
            .formula = "sequences of a replica · DP",
            .substituted = fill("{} · {} = {}", {Rounded{each, 7}, layout.data_parallel,
                                                 Rounded{each * static_cast<double>(layout.data_parallel), 7}}),
            .inputs = {replica_input(), dp_input()},
            .source = "Definition",
            .certainty = Certainty::estimated};
  }

  std::optional<Explanation> experts(std::string_view pointer) const {
    const auto* mixture = first_mixture(plan.deployment.model.architecture);
    if (mixture == nullptr) return std::nullopt;
    const bool fractional = pointer == "/moe/fractional_m_per_group";
    const ExpertGroups groups =
        expert_groups(*mixture, layout, fractional ? evaluation.fractional_batch_per_replica : batch.per_replica);
    const ExplanationInput experts_input =
        input("", "E, routed experts", static_cast<double>(mixture->num_experts), "experts");
    const ExplanationInput replicas_input =
        input("/moe/expert_replicas", "Copies of the experts", static_cast<double>(groups.expert_replicas), "");
    if (pointer == "/moe/experts_per_gpu")
      return Explanation{
          .label = "Experts per GPU",
          .value = groups.experts_per_gpu,
          .unit = "experts",
          .formula = "E / EP",
          .substituted = fill("{} / {} = {}", {mixture->num_experts, layout.expert_parallel, groups.experts_per_gpu}),
          .inputs = {experts_input,
                     input("/layout/expert_parallel", "EP", static_cast<double>(layout.expert_parallel), "GPUs")},
          .source = "Definition",
          .note = groups.moe_tensor_parallel > 1
                      ? fill("Each is shared by MoE TP = {} ranks.", {groups.moe_tensor_parallel})
                      : ""};
    if (pointer == "/moe/tokens_per_step")
      return Explanation{.label = "Tokens in one copy of the experts",
                         .value = groups.tokens_per_step,
                         .unit = "tokens",
                         .formula = "sequences of a replica · DP / copies of the experts",
                         .substituted = fill("{} · {} / {} = {}", {batch.per_replica, layout.data_parallel,
                                                                   groups.expert_replicas, groups.tokens_per_step}),
                         .inputs = {replica_input(), dp_input(), replicas_input},
                         .source = "A decode step sends one token of every sequence",
                         .certainty = Certainty::estimated};
    if (pointer == "/moe/expert_replicas")
      return Explanation{
          .label = "Copies of the experts in a stage",
          .value = static_cast<double>(groups.expert_replicas),
          .formula = "TP · CP · DP / (MoE TP · EP)",
          .substituted = fill("{} / ({} · {}) = {}", {stage_ranks(layout), groups.moe_tensor_parallel,
                                                      layout.expert_parallel, groups.expert_replicas}),
          .inputs = {input("/layout/expert_parallel", "EP", static_cast<double>(layout.expert_parallel), "GPUs")},
          .source = "moe_tp × EP × copies = TP · CP · DP"};
    if (pointer == "/moe/num_experts" || pointer == "/moe/top_k") {
      const bool count = pointer == "/moe/num_experts";
      const Int value = count ? mixture->num_experts : mixture->top_k;
      return Explanation{.label = count ? "Routed experts" : "Experts that one token takes",
                         .value = static_cast<double>(value),
                         .unit = "experts",
                         .formula = "as the model's config says",
                         .substituted = with_commas(value),
                         .source = "The model's config"};
    }
    if (pointer == "/moe/moe_tensor_parallel")
      return Explanation{
          .label = "Ranks that share one expert",
          .value = static_cast<double>(groups.moe_tensor_parallel),
          .unit = "GPUs",
          .formula = layout.moe_tensor_parallel ? "as given" : "max(1, ffn_shard span / EP)",
          .substituted =
              fill("span {}, EP {} → {}", {ffn_span(layout), layout.expert_parallel, groups.moe_tensor_parallel}),
          .inputs = {input("/layout/expert_parallel", "EP", static_cast<double>(layout.expert_parallel), "GPUs"),
                     input("/layout/tensor_parallel", "TP", static_cast<double>(layout.tensor_parallel), "GPUs")},
          .source = "EP takes its ranks out of the span first; what is left shares each expert"};
    if (pointer == "/moe/ranks_without_expert")
      return Explanation{.label = "Ranks without an expert",
                         .unit = "GPUs",
                         .formula = "0 while EP ≤ E",
                         .substituted = fill("EP {} ≤ {} → 0", {layout.expert_parallel, mixture->num_experts}),
                         .inputs = {experts_input},
                         .source = "Layouts with EP above E are refused; DP replicates experts beyond"};
    if (pointer == "/moe/expected_m_per_group" || fractional)
      return Explanation{
          .label = "Expected M per expert group",
          .value = groups.expected_m_per_group,
          .unit = "tokens",
          .formula = "tokens · top-k / E",
          .substituted = fill("{} · {} / {} = {}", {Rounded{groups.tokens_per_step, 7}, mixture->top_k,
                                                    mixture->num_experts, Rounded{groups.expected_m_per_group, 7}}),
          .inputs = {input("/moe/tokens_per_step", "Tokens in one copy of the experts", groups.tokens_per_step,
                           "tokens"),
                     input("", "top-k", static_cast<double>(mixture->top_k), "experts"), experts_input},
          .source = "Mean rows of one expert's GEMM in a decode step with uniform routing",
          .certainty = Certainty::estimated};
    return std::nullopt;
  }
};

}  // namespace

std::optional<Explanation> explain_batch(const Outcome& outcome, std::string_view pointer) {
  const BatchExplainer batch{.outcome = outcome};
  if (pointer == "/world_size") return explain_world_size(outcome);
  if (pointer == "/batch/per_replica") return batch.per_replica();
  if (pointer == "/batch/per_gpu") return batch.per_gpu("Batch per GPU");
  if (pointer == "/batch/whole_per_gpu") return batch.per_gpu("Whole sequences per GPU");
  if (pointer == "/batch/fractional_per_gpu") return batch.fractional_per_gpu();
  if (pointer == "/batch/ideal_per_gpu") return batch.ideal_per_gpu();
  if (pointer == "/batch/global") return batch.global("Global batch", batch.batch.per_replica);
  if (pointer == "/batch/whole_global") return batch.global("Global batch of whole sequences", batch.batch.per_replica);
  if (pointer == "/batch/fractional_global")
    return batch.global("Global batch with its fraction", batch.evaluation.fractional_batch_per_replica);
  return batch.experts(pointer);
}

}  // namespace worldsize
