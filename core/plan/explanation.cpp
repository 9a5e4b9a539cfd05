#include "plan/explanation.hpp"

#include <charconv>

#include "plan/explain_parts.hpp"

namespace worldsize {
namespace {

/// The pointer without `prefix`, which it must begin with; nothing otherwise.
std::optional<std::string_view> after(std::string_view pointer, std::string_view prefix) {
  if (pointer.substr(0, prefix.size()) != prefix) return std::nullopt;
  return pointer.substr(prefix.size());
}

struct Element {
  std::size_t index = 0;
  std::string_view key;
};

/// "3/name" as index and key.
std::optional<Element> element_of(std::string_view rest) {
  Element element;
  const bool leading_zero = rest.size() > 1 && rest[0] == '0' && rest[1] != '/';  // not an index by RFC 6901
  if (leading_zero) return std::nullopt;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), element.index);
  if (error != std::errc{} || end == rest.data() + rest.size() || *end != '/') return std::nullopt;
  element.key = rest.substr(static_cast<std::size_t>(end - rest.data()) + 1);
  return element;
}

/// Which number of a report made for the row's layout is the row's number.
std::string_view report_pointer(std::string_view row_key) {
  constexpr std::pair<std::string_view, std::string_view> kSame[]{
      {"batch_per_gpu", "/batch/fractional_per_gpu"},
      {"whole_batch_per_gpu", "/batch/whole_per_gpu"},
      {"global_batch", "/batch/fractional_global"},
      {"whole_global_batch", "/batch/whole_global"},
      {"ideal_batch_per_gpu", "/batch/ideal_per_gpu"},
      {"experts_per_gpu", "/moe/experts_per_gpu"},
      {"expected_m_per_group", "/moe/fractional_m_per_group"},
      {"weights_bytes", "/memory/weights_bytes"},
      {"ideal_weights_bytes", "/memory/ideal_weights_bytes"},
      {"kv_cache_bytes", "/memory/kv_cache_bytes"},
      {"transient_bytes", "/memory/transient_bytes"},
      {"runtime_bytes", "/memory/runtime_bytes"},
      {"used_bytes", "/memory/used_bytes"},
      {"budget_bytes", "/memory/budget_bytes"},
      {"model_gb_per_gpu", "/memory/weights_bytes"},
      {"batch_gb", "/memory/kv_cache_bytes"},
      {"fixed_gb", "/memory/runtime_bytes"},
      {"total_gb", "/memory/used_bytes"},
      {"world_size", "/world_size"},
  };
  for (const auto& [key, pointer] : kSame)
    if (key == row_key) return pointer;
  return {};
}

/// A row of the sweep is the plan at the row's layout with the largest batch: explain that plan's number.
std::optional<Explanation> explain_row(const Outcome& outcome, const Element& element) {
  const std::string_view pointer = report_pointer(element.key);
  if (pointer.empty()) return std::nullopt;
  Plan plan = outcome.plan;
  if (plan.kind == ModelKind::aggregate) {
    if (element.index >= outcome.aggregate_rows.size()) return std::nullopt;
    plan.layout = Layout{.data_parallel = outcome.aggregate_rows[element.index].world_size};
  } else {
    if (element.index >= outcome.rows.size() || outcome.rows[element.index].broken != 0) return std::nullopt;
    plan.layout = outcome.rows[element.index].layout;
    plan.deployment.workload.batch_per_replica.reset();
  }
  return explain(compute(std::move(plan), false), pointer);
}

}  // namespace

std::optional<Explanation> explain(const Outcome& outcome, std::string_view pointer) {
  std::optional<Explanation> explanation;
  for (const std::string_view list :
       {"/memory/weights_parts", "/memory/transient_parts", "/memory/runtime_parts", "/parameters/by_part"})
    if (const auto rest = after(pointer, std::string(list) + "/"))
      if (const auto element = element_of(*rest))
        explanation = explain_part(outcome, list, element->index, element->key);
  const auto row = after(pointer, "/sweep/rows/");
  const auto tensor = after(pointer, "/tensors/");
  if (row || tensor) {
    const auto element = element_of(row ? *row : *tensor);
    if (!element) return std::nullopt;
    explanation = row ? explain_row(outcome, *element) : explain_tensor(outcome, element->index, element->key);
  } else if (explanation) {
    // an element of a list of parts
  } else if (outcome.plan.kind == ModelKind::aggregate) {
    explanation = explain_aggregate(outcome, pointer);
  } else {
    explanation = explain_memory(outcome, pointer);
    if (!explanation) explanation = explain_batch(outcome, pointer);
    if (!explanation) explanation = explain_parameters(outcome, pointer);
  }
  if (explanation) explanation->pointer = pointer;
  return explanation;
}

std::vector<Explanation> main_explanations(const Outcome& outcome) {
  std::vector<Explanation> all;
  for (const std::string_view pointer : {"/batch/per_gpu",          "/batch/global",
                                         "/batch/per_replica",      "/batch/fractional_per_gpu",
                                         "/moe/experts_per_gpu",    "/moe/expected_m_per_group",
                                         "/memory/weights_bytes",   "/memory/kv_cache_bytes",
                                         "/memory/transient_bytes", "/memory/runtime_bytes",
                                         "/memory/used_bytes",      "/memory/budget_bytes",
                                         "/memory/slack_bytes",     "/kv/bytes_per_token",
                                         "/kv/bytes_per_sequence",  "/kv/capacity_tokens",
                                         "/kv/max_concurrency",     "/parameters/total",
                                         "/parameters/active",      "/world_size"})
    if (auto explanation = explain(outcome, pointer)) all.push_back(std::move(*explanation));
  return all;
}

JsonObject explanation_json(const Explanation& explanation) {
  JsonArray inputs;
  for (const ExplanationInput& input : explanation.inputs)
    inputs.push_back(JsonObject{{"pointer", input.pointer.empty() ? Json(nullptr) : Json(input.pointer)},
                                {"label", input.label},
                                {"value", number_json(input.value)},
                                {"unit", input.unit}});
  const char* certainty = explanation.certainty == Certainty::exact       ? "exact"
                          : explanation.certainty == Certainty::estimated ? "estimated"
                                                                          : "assumed";
  return {{"pointer", explanation.pointer},
          {"label", explanation.label},
          {"value", number_json(explanation.value)},
          {"unit", explanation.unit},
          {"formula", explanation.formula},
          {"substituted", explanation.substituted},
          {"inputs", inputs},
          {"source", explanation.source},
          {"certainty", certainty},
          {"note", explanation.note}};
}

}  // namespace worldsize
