#include "plan/report.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <cmath>

#include "plan/explanation.hpp"
#include "plan/tensor_table.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

JsonObject layout_json(const Layout& layout) {
  return {{"tensor_parallel", layout.tensor_parallel},
          {"pipeline_parallel", layout.pipeline_parallel},
          {"context_parallel", layout.context_parallel},
          {"data_parallel", layout.data_parallel},
          {"expert_parallel", layout.expert_parallel}};
}

Json optional_number(const std::optional<double>& value) { return value ? number_json(*value) : Json(nullptr); }

/// The first rule that a row's layout breaks, or why a valid layout does not fit, in words.
Json reason_json(const Outcome& outcome, const ModelRow& row) {
  if (row.broken != 0) {
    const Problems problems = describe_broken_rules(row.broken, row.layout, outcome.plan.deployment.model.architecture);
    return Json(problems.empty() ? "No valid layout." : problems.front().message);
  }
  if (row.fits) return nullptr;
  const Int needed = plus(row.weights_bytes, row.transient_bytes, row.runtime_bytes);
  if (needed > row.budget_bytes)
    return Json(
        fill("Weights, transients and runtime need {} of the {} budget.", {Gib{needed}, Gib{row.budget_bytes}}));
  return Json(fill("What is left of the {} budget, {}, is less than one sequence takes.",
                   {Gib{row.budget_bytes}, Gib{row.budget_bytes - needed}}));
}

JsonObject row_json(const AggregateRow& row) {
  return {{"world_size", row.world_size},
          {"fits", row.fits},
          {"batch_per_gpu", number_json(row.batch_per_gpu)},
          {"whole_batch_per_gpu", number_json(row.whole_batch_per_gpu)},
          {"global_batch", number_json(row.global_batch)},
          {"whole_global_batch", number_json(row.whole_global_batch)},
          {"experts_per_gpu", number_json(row.experts_per_gpu)},
          {"expected_m_per_group", number_json(row.expected_m_per_group)},
          {"model_gb_per_gpu", number_json(row.model_gb_per_gpu)},
          {"batch_gb", number_json(row.batch_gb)},
          {"fixed_gb", number_json(row.fixed_gb)},
          {"total_gb", number_json(row.total_gb)}};
}

JsonObject row_json(const Outcome& outcome, const ModelRow& row) {
  return {{"world_size", row.world_size},
          {"fits", row.fits},
          {"layout", layout_json(row.layout)},
          {"batch_per_gpu", number_json(row.batch_per_gpu)},
          {"whole_batch_per_gpu", number_json(row.whole_batch_per_gpu)},
          {"ideal_batch_per_gpu", number_json(row.ideal_batch_per_gpu)},
          {"global_batch", number_json(row.global_batch)},
          {"whole_global_batch", number_json(row.whole_global_batch)},
          {"experts_per_gpu", optional_number(row.experts_per_gpu)},
          {"expected_m_per_group", optional_number(row.expected_m_per_group)},
          {"weights_bytes", row.weights_bytes},
          {"ideal_weights_bytes", row.ideal_weights_bytes},
          {"kv_cache_bytes", row.kv_cache_bytes},
          {"transient_bytes", row.transient_bytes},
          {"runtime_bytes", row.runtime_bytes},
          {"used_bytes", row.used_bytes},
          {"budget_bytes", row.budget_bytes},
          {"reason", reason_json(outcome, row)}};
}

JsonObject sweep_json(const Outcome& outcome) {
  const bool aggregate = outcome.plan.kind == ModelKind::aggregate;
  JsonArray rows;
  for (const AggregateRow& row : outcome.aggregate_rows) rows.push_back(row_json(row));
  for (const ModelRow& row : outcome.rows) rows.push_back(row_json(outcome, row));
  Json best = nullptr;
  if (outcome.best) {
    const auto index = static_cast<std::size_t>(*outcome.best);
    best = JsonObject{{"row", *outcome.best}, {"world_size", rows[index].at("world_size")}};
  }
  JsonArray statements;
  for (const Finding& finding : outcome.findings) {
    JsonObject values;
    for (const auto& [name, value] : finding.values) values[name] = number_json(value);
    statements.push_back(JsonObject{{"code", finding.code}, {"message", finding.message}, {"values", values}});
  }
  return {{"kind", aggregate ? "aggregate" : "model"},
          {"strategy", aggregate ? Json(nullptr) : Json(strategy_name(outcome.plan.strategy))},
          {"rows", rows},
          {"best", best},
          {"findings", statements}};
}

/// "pipeline stage 2 of 4 (layers 25 to 48)"
std::string rank_name(const Outcome& outcome) {
  if (outcome.plan.kind == ModelKind::aggregate) return "every rank";
  const Int stages = outcome.plan.layout.pipeline_parallel;
  const Stage& stage = outcome.evaluation.rank.stage;
  std::string name =
      stages == 1 ? std::string("every rank, ") : fill("pipeline stage {} of {}, ", {stage.index + 1, stages});
  name += counted(layers_of(stage), "layer", "layers");
  if (outcome.plan.deployment.model.architecture.vocabulary == 0) return name;
  if (stage.holds_embedding) name += stage.holds_head ? ", embedding and head" : " and embedding";
  if (stage.holds_head && !stage.holds_embedding) name += " and head";
  return name;
}

void add_part(JsonArray& parts, std::string_view name, Int bytes) {
  if (bytes > 0) parts.push_back(JsonObject{{"part", name}, {"bytes", bytes}});
}

JsonArray weights_parts(const Outcome& outcome) {
  JsonArray parts;
  if (outcome.plan.kind == ModelKind::aggregate) return parts;
  const WeightBytes& weights = outcome.evaluation.rank.weights;
  for (std::size_t part = 0; part < kTensorClassCount; ++part) {
    const Int bytes = plus(weights.values[part], weights.scales[part]);
    if (bytes > 0)
      parts.push_back(JsonObject{{"part", tensor_class_name(static_cast<TensorClass>(part))},
                                 {"bytes", bytes},
                                 {"scale_bytes", weights.scales[part]},
                                 {"replicated_bytes", weights.replicated[part]}});
  }
  return parts;
}

JsonArray transient_parts(const Outcome& outcome) {
  JsonArray parts;
  if (outcome.plan.kind == ModelKind::aggregate) return parts;
  const Evaluation& evaluation = outcome.evaluation;
  for (const TransientPart& part : counted_parts(evaluation.rank.transient, evaluation.batch_per_replica))
    add_part(parts, part.name, part.bytes);
  return parts;
}

JsonObject memory_json(const Outcome& outcome) {
  const bool aggregate = outcome.plan.kind == ModelKind::aggregate;
  const RankUse use = rank_use(outcome);
  JsonArray runtime;
  add_part(runtime, aggregate ? "fixed" : "runtime", use.runtime);
  const Int ideal = aggregate ? use.weights : ceil_div(outcome.whole_model_bytes, outcome.world_size);
  return {{"rank", rank_name(outcome)},
          {"weights_bytes", use.weights},
          {"kv_cache_bytes", use.kv_cache},
          {"transient_bytes", use.transient},
          {"runtime_bytes", use.runtime},
          {"used_bytes", use.used},
          {"budget_bytes", use.budget},
          {"slack_bytes", std::max<Int>(use.budget - use.used, 0)},
          {"over_bytes", std::max<Int>(use.used - use.budget, 0)},
          {"device_bytes", aggregate ? use.budget : outcome.plan.deployment.device.memory_bytes},
          {"ideal_weights_bytes", ideal},
          {"whole_model_bytes", outcome.whole_model_bytes},
          {"weights_parts", weights_parts(outcome)},
          {"transient_parts", transient_parts(outcome)},
          {"runtime_parts", runtime}};
}

Json kv_json(const Outcome& outcome) {
  if (outcome.plan.kind == ModelKind::aggregate) return nullptr;
  const RankMemory& rank = outcome.evaluation.rank;
  return JsonObject{{"bytes_per_token", rank.kv_bytes_per_token},
                    {"bytes_per_sequence", rank.kv_bytes_per_sequence},
                    {"state_bytes_per_sequence", 0},
                    {"tokens_per_sequence", outcome.kv_tokens_per_sequence},
                    {"pool_bytes", outcome.kv_pool_bytes},
                    {"capacity_tokens", outcome.capacity_tokens},
                    {"max_concurrency", outcome.max_concurrency}};
}

JsonObject batch_json(const Outcome& outcome) {
  const BatchFigures batch = batch_figures(outcome);
  return {{"per_replica", number_json(batch.per_replica)},
          {"per_gpu", number_json(batch.per_gpu)},
          {"global", number_json(batch.global)},
          {"fractional_per_gpu", number_json(batch.fractional_per_gpu)},
          {"whole_per_gpu", number_json(batch.whole_per_gpu)},
          {"whole_global", number_json(batch.whole_global)},
          {"limited_by", limit_name(outcome.limited_by)}};
}

Json parameters_json(const Outcome& outcome) {
  if (outcome.plan.kind == ModelKind::aggregate) return nullptr;
  const ParameterCount& count = outcome.parameters;
  JsonArray parts;
  for (std::size_t part = 0; part < kTensorClassCount; ++part)
    if (count.total[part] > 0)
      parts.push_back(JsonObject{{"part", tensor_class_name(static_cast<TensorClass>(part))},
                                 {"total", count.total[part]},
                                 {"active", count.active[part]}});
  return JsonObject{{"total", total_parameters(count)}, {"active", active_parameters(count)}, {"by_part", parts}};
}

Json moe_json(const Outcome& outcome) {
  if (outcome.plan.kind == ModelKind::aggregate) {
    const AggregateSpec& spec = outcome.plan.aggregate;
    if (spec.num_experts == 1) return nullptr;
    return JsonObject{{"num_experts", spec.num_experts},
                      {"top_k", spec.top_k},
                      {"experts_per_gpu", number_json(outcome.aggregate.experts_per_gpu)},
                      {"expected_m_per_group", number_json(outcome.aggregate.expected_m_per_group)},
                      {"tokens_per_step", number_json(outcome.aggregate.global_batch)},
                      {"expert_replicas", 1},
                      {"moe_tensor_parallel", 1},
                      {"ranks_without_expert", std::max<Int>(outcome.world_size - spec.num_experts, 0)}};
  }
  if (!outcome.groups) return nullptr;
  const auto* mixture = first_mixture(outcome.plan.deployment.model.architecture);
  const ExpertGroups& groups = *outcome.groups;
  return JsonObject{{"num_experts", mixture->num_experts},
                    {"top_k", mixture->top_k},
                    {"experts_per_gpu", number_json(groups.experts_per_gpu)},
                    {"expected_m_per_group", number_json(groups.expected_m_per_group)},
                    {"tokens_per_step", number_json(groups.tokens_per_step)},
                    {"expert_replicas", groups.expert_replicas},
                    {"moe_tensor_parallel", groups.moe_tensor_parallel},
                    {"ranks_without_expert", 0}};
}

JsonArray shape_json(const std::vector<Int>& shape) {
  JsonArray dims;
  for (const Int dim : shape) dims.push_back(dim);
  return dims;
}

JsonArray tensors_json(const Outcome& outcome) {
  JsonArray rows;
  for (const TensorRow& row : tensor_rows(outcome))
    rows.push_back(JsonObject{{"group", row.group},
                              {"name", row.name},
                              {"shape", shape_json(row.shape)},
                              {"copies", row.copies},
                              {"layers", row.layers},
                              {"format", row.format},
                              {"parameters_per_layer", row.parameters_per_layer},
                              {"bytes_per_layer", row.bytes_per_layer},
                              {"total_parameters", row.total_parameters},
                              {"total_bytes", row.total_bytes},
                              {"sharded_by", row.sharded_by},
                              {"rank_shape", shape_json(row.rank_shape)},
                              {"rank_copies", row.rank_copies},
                              {"rank_bytes_per_layer", row.rank_bytes_per_layer},
                              {"stage_layers", row.stage_layers},
                              {"rank_bytes", row.rank_bytes},
                              {"held_by", row.held_by},
                              {"padding_elements", row.padding_elements}});
  return rows;
}

}  // namespace

JsonArray problems_json(const Problems& problems) {
  JsonArray list;
  for (const Problem& problem : problems) {
    const ProblemKind& kind = kind_of(problem.code);
    Json given = nullptr;
    if (!problem.given.empty()) {
      boost::json::error_code error;
      given = boost::json::parse(problem.given, error);
      if (error) given = problem.given;
    }
    list.push_back(JsonObject{{"code", kind.id},
                              {"severity", severity_name(kind.severity)},
                              {"pointer", problem.pointer},
                              {"message", problem.message},
                              {"given", given},
                              {"allowed", problem.allowed}});
  }
  return list;
}

JsonObject report_json(const Outcome& outcome) {
  JsonArray overrides;
  for (const Override& one : outcome.plan.overrides)
    overrides.push_back(JsonObject{{"pointer", one.pointer}, {"value", one.value}, {"preset_value", one.preset_value}});
  JsonObject explanations;
  for (const Explanation& one : main_explanations(outcome)) explanations[one.pointer] = explanation_json(one);
  return {{"version", kReportVersion},
          {"plan", outcome.plan.document},
          {"model", JsonObject{{"kind", model_kind_name(outcome.plan.kind)}, {"name", outcome.plan.model_name}}},
          {"overrides", overrides},
          {"world_size", outcome.world_size},
          {"fits", outcome.fits},
          {"problems", problems_json(outcome.plan.remarks)},
          {"memory", memory_json(outcome)},
          {"kv", kv_json(outcome)},
          {"batch", batch_json(outcome)},
          {"parameters", parameters_json(outcome)},
          {"moe", moe_json(outcome)},
          {"tensors", tensors_json(outcome)},
          {"sweep", sweep_json(outcome)},
          {"explanations", explanations}};
}

}  // namespace worldsize
