// Formula 1: b·k + M/W + F = C.
#include <algorithm>
#include <cmath>

#include "plan/explain_parts.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

constexpr const char* kSource = "The world-size formula: b·k + M/W + F = C on every GPU";

struct Aggregate {
  const AggregateSpec& spec;
  const AggregateRow& row;

  ExplanationInput budget() const { return {"/model/aggregate/budget_gb", "C, budget of a GPU", spec.budget_gb, "GB"}; }
  ExplanationInput request() const {
    return {"/model/aggregate/per_request_gb", "k, memory a request", spec.per_request_gb, "GB"};
  }
  ExplanationInput model() const { return {"/model/aggregate/model_gb", "M, the model", spec.model_gb, "GB"}; }
  ExplanationInput fixed() const { return {"/model/aggregate/fixed_gb", "F, fixed part", spec.fixed_gb, "GB"}; }
  ExplanationInput world() const {
    return {"/world_size", "W, world size", static_cast<double>(row.world_size), "GPUs"};
  }
  ExplanationInput experts() const {
    return {"/model/aggregate/num_experts", "E, experts", static_cast<double>(spec.num_experts), "experts"};
  }
  ExplanationInput top_k() const {
    return {"/model/aggregate/top_k", "top-k, experts a token", static_cast<double>(spec.top_k), "experts"};
  }
  ExplanationInput batch() const { return {"/batch/per_gpu", "b, batch per GPU", row.batch_per_gpu, "requests"}; }

  std::string w() const { return with_commas(row.world_size); }

  Explanation batch_per_gpu() const {
    return {.label = "Batch per GPU",
            .value = row.batch_per_gpu,
            .unit = "requests",
            .formula = "b = max(0, (C − F − M/W) / k)",
            .substituted = fill("max(0, ({} − {} − {}/{}) / {}) = {}", {spec.budget_gb, spec.fixed_gb, spec.model_gb,
                                                                        w(), spec.per_request_gb, row.batch_per_gpu}),
            .inputs = {budget(), fixed(), model(), world(), request()},
            .note = fill("A fraction of a request; {} whole ones.", {row.whole_batch_per_gpu})};
  }

  Explanation whole_batch() const {
    return {.label = "Whole requests per GPU",
            .value = row.whole_batch_per_gpu,
            .unit = "requests",
            .formula = "⌊b⌋",
            .substituted = fill("⌊{}⌋ = {}", {row.batch_per_gpu, row.whole_batch_per_gpu}),
            .inputs = {batch()}};
  }

  Explanation global(bool whole) const {
    const double each = whole ? row.whole_batch_per_gpu : row.batch_per_gpu;
    return {.label = whole ? "Global batch of whole requests" : "Global batch",
            .value = each * static_cast<double>(row.world_size),
            .unit = "requests",
            .formula = whole ? "⌊b⌋ · W" : "b · W",
            .substituted = fill("{} · {} = {}", {each, w(), each * static_cast<double>(row.world_size)}),
            .inputs = {batch(), world()}};
  }

  Explanation experts_per_gpu() const {
    return {.label = "Experts per GPU",
            .value = row.experts_per_gpu,
            .unit = "experts",
            .formula = "E / W",
            .substituted = fill("{} / {} = {}", {spec.num_experts, w(), row.experts_per_gpu}),
            .inputs = {experts(), world()},
            .note = row.experts_per_gpu < 1 ? "Below 1: some ranks hold no expert unless experts are replicated." : ""};
  }

  Explanation m_per_group() const {
    return {.label = "Expected M per expert group",
            .value = row.expected_m_per_group,
            .unit = "tokens",
            .formula = "b · W · top-k / E",
            .substituted = fill("{} · {} · {} / {} = {}",
                                {row.batch_per_gpu, w(), spec.top_k, spec.num_experts, row.expected_m_per_group}),
            .inputs = {batch(), world(), top_k(), experts()},
            .note = "Mean rows of one expert's GEMM in a decode step with uniform routing."};
  }

  static Explanation given(const char* label, Int value, const ExplanationInput& input) {
    return {.label = label,
            .value = static_cast<double>(value),
            .formula = "as the plan says",
            .substituted = with_commas(value),
            .inputs = {input}};
  }

  /// One term of the memory sum, given in GB and reported in bytes.
  static Explanation term(const char* label, double gigabytes, const char* formula, const std::string& substituted,
                          std::vector<ExplanationInput> inputs) {
    return {.label = label,
            .value = std::round(gigabytes * 1e9),
            .unit = "bytes",
            .formula = formula,
            .substituted = fill("{} = {} GB", {substituted, gigabytes}),
            .inputs = std::move(inputs)};
  }
};

std::optional<Explanation> explain_number(const Outcome& outcome, std::string_view pointer) {
  const Aggregate aggregate{outcome.plan.aggregate, outcome.aggregate};
  const AggregateSpec& spec = aggregate.spec;
  const AggregateRow& row = aggregate.row;
  const auto replicas = static_cast<double>(outcome.plan.layout.data_parallel);
  if (pointer == "/world_size") return explain_world_size(outcome);
  if (pointer == "/batch/per_gpu" || pointer == "/batch/fractional_per_gpu") return aggregate.batch_per_gpu();
  if (pointer == "/batch/whole_per_gpu") return aggregate.whole_batch();
  if (pointer == "/batch/global" || pointer == "/batch/fractional_global") return aggregate.global(false);
  if (pointer == "/batch/whole_global") return aggregate.global(true);
  if (pointer == "/batch/per_replica")
    return Explanation{.label = "Batch per replica",
                       .value = row.global_batch / replicas,
                       .unit = "requests",
                       .formula = "b · W / DP",
                       .substituted = fill("{} / {} = {}", {row.global_batch, replicas, row.global_batch / replicas}),
                       .inputs = {aggregate.batch(), aggregate.world()}};
  if (spec.num_experts > 1) {
    if (pointer == "/moe/experts_per_gpu") return aggregate.experts_per_gpu();
    if (pointer == "/moe/expected_m_per_group" || pointer == "/moe/fractional_m_per_group")
      return aggregate.m_per_group();
    if (pointer == "/moe/tokens_per_step") return aggregate.global(false);
    if (pointer == "/moe/num_experts") return Aggregate::given("Experts", spec.num_experts, aggregate.experts());
    if (pointer == "/moe/top_k") return Aggregate::given("Experts that one token takes", spec.top_k, aggregate.top_k());
    if (pointer == "/moe/expert_replicas" || pointer == "/moe/moe_tensor_parallel")
      return Aggregate::given("One: the formula neither replicates nor cuts experts", 1, aggregate.world());
    if (pointer == "/moe/ranks_without_expert")
      return Explanation{.label = "Ranks without an expert",
                         .value = std::max(0.0, static_cast<double>(row.world_size - spec.num_experts)),
                         .unit = "GPUs",
                         .formula = "max(0, W − E)",
                         .substituted = fill("{} − {} → {}", {aggregate.w(), spec.num_experts,
                                                              std::max<Int>(row.world_size - spec.num_experts, 0)}),
                         .inputs = {aggregate.world(), aggregate.experts()}};
  }
  if (pointer == "/memory/weights_bytes" || pointer == "/memory/ideal_weights_bytes")
    return Aggregate::term("Model per GPU", row.model_gb_per_gpu, "M / W",
                           fill("{} / {}", {spec.model_gb, aggregate.w()}), {aggregate.model(), aggregate.world()});
  if (pointer == "/memory/kv_cache_bytes")
    return Aggregate::term("Requests", row.batch_gb, "b · k", fill("{} · {}", {row.batch_per_gpu, spec.per_request_gb}),
                           {aggregate.batch(), aggregate.request()});
  if (pointer == "/memory/runtime_bytes")
    return Aggregate::term("Fixed part", row.fixed_gb, "F", compact(spec.fixed_gb), {aggregate.fixed()});
  if (pointer == "/memory/whole_model_bytes")
    return Aggregate::term("The whole model", spec.model_gb, "M", compact(spec.model_gb), {aggregate.model()});
  if (pointer == "/memory/transient_bytes")
    return Aggregate::term("Transients", 0, "part of k and F", "0", {aggregate.request(), aggregate.fixed()});
  if (pointer == "/memory/budget_bytes" || pointer == "/memory/device_bytes")
    return Aggregate::term("Budget", spec.budget_gb, "C", compact(spec.budget_gb), {aggregate.budget()});
  if (pointer == "/memory/used_bytes")
    return Aggregate::term(
        "In use", row.total_gb, "b·k + M/W + F",
        fill("{} + {} + {}", {row.batch_gb, row.model_gb_per_gpu, row.fixed_gb}),
        {aggregate.batch(), aggregate.request(), aggregate.model(), aggregate.world(), aggregate.fixed()});
  if (pointer == "/memory/slack_bytes" || pointer == "/memory/over_bytes") {
    const bool over = pointer == "/memory/over_bytes";
    const double free = std::max(over ? row.total_gb - spec.budget_gb : spec.budget_gb - row.total_gb, 0.0);
    return Aggregate::term(
        over ? "Over the budget" : "Free", free, over ? "max(0, used − C)" : "max(0, C − used)",
        over ? fill("{} − {}", {row.total_gb, spec.budget_gb}) : fill("{} − {}", {spec.budget_gb, row.total_gb}),
        {aggregate.budget()});
  }
  return std::nullopt;
}

}  // namespace

Explanation explain_world_size(const Outcome& outcome) {
  const Layout& layout = outcome.plan.layout;
  const auto input = [](const char* name, const char* label, Int value) {
    return ExplanationInput{std::string("/layout/") + name, label, static_cast<double>(value), "GPUs"};
  };
  return {.label = "World size",
          .value = static_cast<double>(outcome.world_size),
          .unit = "GPUs",
          .formula = "W = TP · PP · CP · DP",
          .substituted =
              fill("{} · {} · {} · {} = {}", {layout.tensor_parallel, layout.pipeline_parallel, layout.context_parallel,
                                              layout.data_parallel, outcome.world_size}),
          .inputs = {input("tensor_parallel", "TP", layout.tensor_parallel),
                     input("pipeline_parallel", "PP", layout.pipeline_parallel),
                     input("context_parallel", "CP", layout.context_parallel),
                     input("data_parallel", "DP", layout.data_parallel)},
          .source = "Definition. EP reuses these ranks and does not multiply them."};
}

std::optional<Explanation> explain_aggregate(const Outcome& outcome, std::string_view pointer) {
  auto explanation = explain_number(outcome, pointer);
  if (explanation && explanation->source.empty()) explanation->source = kSource;
  return explanation;
}

}  // namespace worldsize
