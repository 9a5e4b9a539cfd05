// Parameters, and the rows of the tensor tables.
#include <algorithm>

#include "plan/explain_parts.hpp"
#include "plan/tensor_table.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

constexpr const char* kCounted = "Counted tensor by tensor from the model's config";

Explanation sum_of_parts(const char* label, const ParameterCount& count, bool active) {
  Explanation explanation{.label = label,
                          .unit = "parameters",
                          .formula = active ? "Σ over tensors: elements · (top-k / E for routed experts)"
                                            : "Σ over tensors: rows · columns · copies · layers",
                          .source = kCounted,
                          .note = active ? "Embedding and head are counted in full." : ""};
  std::string sum;
  Int total = 0;
  for (std::size_t part = 0; part < kTensorClassCount; ++part) {
    const Int elements = active ? count.active[part] : count.total[part];
    if (elements == 0) continue;
    const std::string name(tensor_class_name(static_cast<TensorClass>(part)));
    total = plus(total, elements);
    sum += (sum.empty() ? "" : " + ") + fill("{} {}", {name, elements});
    explanation.inputs.push_back({"", name, static_cast<double>(elements), "parameters"});
  }
  explanation.value = static_cast<double>(total);
  explanation.substituted = fill("{} = {}", {sum, total});
  return explanation;
}

Explanation part_of_parameters(const ParameterCount& count, std::size_t part, bool active) {
  const Int elements = active ? count.active[part] : count.total[part];
  const std::string name(tensor_class_name(static_cast<TensorClass>(part)));
  return {.label = (active ? "Active parameters: " : "Parameters: ") + name,
          .value = static_cast<double>(elements),
          .unit = "parameters",
          .formula = active ? "Σ over its tensors: elements · (top-k / E for routed experts)"
                            : "Σ over its tensors: rows · columns · copies · layers",
          .substituted = with_commas(elements),
          .source = kCounted};
}

Explanation part_of_weights(const WeightBytes& weights, std::size_t part, std::string_view key) {
  const std::string name(tensor_class_name(static_cast<TensorClass>(part)));
  Explanation explanation{.label = "Weights on this rank: " + name, .unit = "bytes", .source = kCounted};
  const Int values = weights.values[part];
  const Int scales = weights.scales[part];
  if (key == "bytes") {
    explanation.value = static_cast<double>(plus(values, scales));
    explanation.formula = "values + scales";
    explanation.substituted = fill("{} + {} = {} B", {values, scales, plus(values, scales)});
  } else if (key == "scale_bytes") {
    explanation.value = static_cast<double>(scales);
    explanation.formula = "blocks · bytes of a scale";
    explanation.substituted = with_commas(scales) + " B";
  } else {
    explanation.value = static_cast<double>(weights.replicated[part]);
    explanation.formula = "Σ over its tensors that another rank of the stage holds too";
    explanation.substituted = with_commas(weights.replicated[part]) + " B";
  }
  return explanation;
}

std::optional<Explanation> part_of_transients(const Outcome& outcome, std::size_t index) {
  auto explanation = explain_memory(outcome, "/memory/transient_bytes");
  const TransientRule& rule = outcome.evaluation.rank.transient;
  const Int batch = outcome.evaluation.batch_per_replica;
  const std::vector<TransientPart> parts = counted_parts(rule, batch);
  if (index >= parts.size()) return std::nullopt;
  const TransientPart& part = parts[index];
  explanation->label = "Transients: " + std::string(part.name);
  explanation->value = static_cast<double>(part.bytes);
  explanation->formula = part.per_token ? "tokens of the step · bytes a token" : "sequences · bytes a sequence";
  explanation->substituted =
      fill("{} · {} = {} B", {part.per_token ? step_tokens(rule, batch) : batch, part.each, part.bytes});
  return explanation;
}

/// The class that is the `index`-th with a count above 0 in a list of the report.
template <typename CountOf>
std::optional<std::size_t> nth_part(std::size_t index, CountOf count_of) {
  for (std::size_t part = 0; part < kTensorClassCount; ++part)
    if (count_of(part) > 0 && index-- == 0) return part;
  return std::nullopt;
}

std::string product(const std::vector<Int>& shape, Int copies) {
  std::string text;
  for (const Int dim : shape) text += (text.empty() ? "" : " × ") + with_commas(dim);
  return copies > 1 ? fill("{} · {}", {copies, text}) : text;
}

struct TensorCell {
  Int value;
  const char* unit;
  const char* formula;
  std::string substituted;
};

std::optional<TensorCell> cell_of(const TensorRow& row, std::string_view key) {
  const std::string layers = with_commas(row.layers) + " · ";
  const std::string stage = with_commas(row.stage_layers) + " · ";
  const auto with_result = [](const std::string& text, Int value) { return fill("{} = {}", {text, value}); };
  const std::string whole = product(row.shape, row.copies);
  const std::string part = product(row.rank_shape, row.rank_copies);
  if (key == "parameters_per_layer")
    return TensorCell{row.parameters_per_layer, "parameters", "copies · shape",
                      with_result(whole, row.parameters_per_layer)};
  if (key == "bytes_per_layer")
    return TensorCell{row.bytes_per_layer, "bytes", "elements · bits / 8 + scales",
                      with_result(fill("{} as {}", {whole, row.format}), row.bytes_per_layer)};
  if (key == "total_parameters")
    return TensorCell{row.total_parameters, "parameters", "layers · parameters a layer",
                      with_result(layers + with_commas(row.parameters_per_layer), row.total_parameters)};
  if (key == "total_bytes")
    return TensorCell{row.total_bytes, "bytes", "layers · bytes a layer",
                      with_result(layers + with_commas(row.bytes_per_layer), row.total_bytes)};
  if (key == "rank_bytes_per_layer")
    return TensorCell{row.rank_bytes_per_layer, "bytes", "elements on the rank · bits / 8 + scales",
                      with_result(fill("{} as {}", {part, row.format}), row.rank_bytes_per_layer)};
  if (key == "rank_bytes")
    return TensorCell{row.rank_bytes, "bytes", "layers on the stage · bytes a layer on the rank",
                      with_result(stage + with_commas(row.rank_bytes_per_layer), row.rank_bytes)};
  if (key == "copies")
    return TensorCell{row.copies, "", "as the model's config says", with_commas(row.copies) + " in a layer"};
  if (key == "layers")
    return TensorCell{row.layers, "", "as the model's config says", with_commas(row.layers) + " layers have it"};
  if (key == "rank_copies")
    return TensorCell{row.rank_copies, "", "⌈copies / EP⌉ for routed experts", with_commas(row.rank_copies)};
  if (key == "stage_layers")
    return TensorCell{row.stage_layers, "", "layers of the reported pipeline stage", with_commas(row.stage_layers)};
  if (key == "held_by")
    return TensorCell{row.held_by, "GPUs", "ranks of the stage / different parts", with_commas(row.held_by)};
  if (key == "padding_elements")
    return TensorCell{row.padding_elements, "parameters", "Σ over different parts − elements of the tensor",
                      with_commas(row.padding_elements)};
  return std::nullopt;
}

}  // namespace

std::optional<Explanation> explain_parameters(const Outcome& outcome, std::string_view pointer) {
  if (pointer == "/parameters/total") return sum_of_parts("Parameters", outcome.parameters, false);
  if (pointer == "/parameters/active") return sum_of_parts("Parameters that one token uses", outcome.parameters, true);
  if (pointer == "/memory/whole_model_bytes")
    return Explanation{.label = "The whole model, held once",
                       .value = static_cast<double>(outcome.whole_model_bytes),
                       .unit = "bytes",
                       .formula = "Σ over tensors: layers · (elements · bits / 8 + scales)",
                       .substituted = with_commas(outcome.whole_model_bytes) + " B",
                       .source = kCounted};
  return std::nullopt;
}

std::optional<Explanation> explain_part(const Outcome& outcome, std::string_view list, std::size_t index,
                                        std::string_view key) {
  if (outcome.plan.kind == ModelKind::aggregate) {
    if (list == "/memory/runtime_parts" && index == 0) return explain_aggregate(outcome, "/memory/runtime_bytes");
    return std::nullopt;
  }
  if (list == "/memory/runtime_parts" && index == 0) return explain_memory(outcome, "/memory/runtime_bytes");
  if (list == "/memory/transient_parts") return part_of_transients(outcome, index);
  const ParameterCount& count = outcome.parameters;
  const WeightBytes& weights = outcome.evaluation.rank.weights;
  if (list == "/parameters/by_part")
    if (const auto part = nth_part(index, [&](std::size_t one) { return count.total[one]; }))
      return part_of_parameters(count, *part, key == "active");
  if (list == "/memory/weights_parts")
    if (const auto part = nth_part(index, [&](std::size_t one) { return weights.values[one]; }))
      return part_of_weights(weights, *part, key);
  return std::nullopt;
}

std::optional<Explanation> explain_tensor(const Outcome& outcome, std::size_t row, std::string_view key) {
  const std::vector<TensorRow> rows = tensor_rows(outcome);
  if (row >= rows.size()) return std::nullopt;
  const TensorRow& tensor = rows[row];
  const auto cell = cell_of(tensor, key);
  if (!cell) return std::nullopt;
  const bool replicated = tensor.held_by > 1;
  return Explanation{
      .label = tensor.name,
      .value = static_cast<double>(cell->value),
      .unit = cell->unit,
      .formula = cell->formula,
      .substituted = cell->substituted,
      .inputs = {{"", "Layers in the model", static_cast<double>(tensor.layers), ""},
                 {"", "Layers on the reported stage", static_cast<double>(tensor.stage_layers), ""},
                 {"", "Ranks of the stage that hold the same part", static_cast<double>(tensor.held_by), "GPUs"}},
      .source = kCounted,
      .note = fill("{}{}; stored as {}.{}",
                   {"Sharded by ", tensor.sharded_by, tensor.format,
                    (replicated ? " The same part is held by " + with_commas(tensor.held_by) + " ranks." : "")})};
}

}  // namespace worldsize
