#include "plan/vocabulary.hpp"

#include <boost/json/parse.hpp>
#include <span>

#include "model/hf_config.hpp"
#include "plan/fields.hpp"
#include "plan/normalise.hpp"
#include "precision/format.hpp"

namespace worldsize {
namespace {

struct Column {
  std::string_view key;
  std::string_view label;
  std::string_view unit;
  std::string_view help;
};

constexpr Column kAggregateColumns[]{
    {"world_size", "World size", "GPUs", "W"},
    {"fits", "Fits", "yes_no", "M/W + F is within C"},
    {"batch_per_gpu", "Batch per GPU", "requests", "b, with its fraction"},
    {"whole_batch_per_gpu", "Whole per GPU", "requests", "Whole requests"},
    {"global_batch", "Global batch", "requests", "b · W"},
    {"whole_global_batch", "Whole global", "requests", "Whole requests on all GPUs"},
    {"experts_per_gpu", "Experts per GPU", "experts", "E / W"},
    {"expected_m_per_group", "M per group", "tokens", "Expected rows of one expert's GEMM"},
    {"model_gb_per_gpu", "Model", "GB", "M / W"},
    {"batch_gb", "Requests", "GB", "b · k"},
    {"fixed_gb", "Fixed", "GB", "F"},
    {"total_gb", "Total", "GB", "All three"},
};

constexpr Column kModelColumns[]{
    {"world_size", "World size", "GPUs", "W"},
    {"fits", "Fits", "yes_no", "At least one whole sequence a replica"},
    {"layout", "Layout", "layout", "What the strategy makes of W"},
    {"batch_per_gpu", "Batch per GPU", "requests", "With its fraction"},
    {"whole_batch_per_gpu", "Whole per GPU", "requests", "Whole sequences of a replica · DP / W"},
    {"ideal_batch_per_gpu", "If all divided", "requests", "Batch per GPU if nothing were replicated"},
    {"global_batch", "Global batch", "requests", "With its fraction"},
    {"whole_global_batch", "Whole global", "requests", "Whole sequences on all GPUs"},
    {"experts_per_gpu", "Experts per GPU", "experts", "E / EP"},
    {"expected_m_per_group", "M per group", "tokens", "Expected rows of one expert's GEMM"},
    {"weights_bytes", "Weights", "bytes", "On the fullest rank"},
    {"ideal_weights_bytes", "M/W", "bytes", "Weights if everything were divided"},
    {"kv_cache_bytes", "KV cache", "bytes", "On the fullest rank"},
    {"transient_bytes", "Transients", "bytes", "On the fullest rank"},
    {"runtime_bytes", "Runtime", "bytes", "On every rank"},
    {"used_bytes", "Used", "bytes", "On the fullest rank"},
    {"budget_bytes", "Budget", "bytes", "Device memory · utilization"},
    {"reason", "Reason", "text", "Why it does not fit"},
};

constexpr Column kTensorColumns[]{
    {"name", "Tensor", "text", ""},
    {"shape", "Shape", "shape", "In the whole model, one layer"},
    {"copies", "Copies", "", "In a layer"},
    {"layers", "Layers", "", "In the whole model"},
    {"format", "Format", "text", ""},
    {"parameters_per_layer", "Parameters a layer", "parameters", ""},
    {"bytes_per_layer", "Bytes a layer", "bytes", ""},
    {"total_parameters", "Parameters", "parameters", "All layers"},
    {"total_bytes", "Bytes", "bytes", "All layers"},
    {"sharded_by", "Sharded by", "text", ""},
    {"rank_shape", "Shape on a rank", "shape", ""},
    {"rank_copies", "Copies on a rank", "", ""},
    {"rank_bytes_per_layer", "Rank bytes a layer", "bytes", ""},
    {"stage_layers", "Layers on the stage", "", ""},
    {"rank_bytes", "Rank bytes", "bytes", "All layers of the stage"},
    {"held_by", "Held by", "GPUs", "Ranks of the stage with the same part"},
    {"padding_elements", "Padding", "parameters", "Elements that stand for nothing"},
};

JsonArray columns_json(std::span<const Column> columns) {
  JsonArray list;
  for (const Column& column : columns)
    list.push_back(
        JsonObject{{"key", column.key}, {"label", column.label}, {"unit", column.unit}, {"help", column.help}});
  return list;
}

JsonArray model_kinds_json(std::uint8_t kinds) {
  JsonArray list;
  if ((kinds & kHfConfig) != 0) list.push_back(Json(model_kind_name(ModelKind::hf_config)));
  if ((kinds & kDecoder) != 0) list.push_back(Json(model_kind_name(ModelKind::decoder)));
  if ((kinds & kAggregate) != 0) list.push_back(Json(model_kind_name(ModelKind::aggregate)));
  return list;
}

JsonObject field_json(const Field& field) {
  JsonArray choices;
  if (field.choices != nullptr)
    for (const Choice& choice : field.choices())
      choices.push_back(JsonObject{{"id", choice.id}, {"label", choice.label}});
  return {{"pointer", field.pointer},
          {"group", group_of(field)},
          {"label", field.label},
          {"symbol", field.symbol},
          {"kind", field_kind_name(field.kind)},
          {"unit", field.unit},
          {"min", number_json(field.min)},
          {"max", number_json(field.max)},
          {"default", field.default_json.empty() ? Json(nullptr) : boost::json::parse(field.default_json)},
          {"choices", choices},
          {"help", field.help},
          {"allowed", allowed_values(field)},
          {"model_kinds", model_kinds_json(field.model_kinds)}};
}

}  // namespace

JsonObject vocabulary_json() {
  JsonArray fields;
  for (const Field& field : plan_fields()) fields.push_back(field_json(field));
  JsonArray formats;
  for (const NumberFormat& format : number_formats())
    formats.push_back(JsonObject{{"id", format.id}, {"label", format.label}, {"source", format.source}});
  JsonArray problems;
  for (const ProblemKind& kind : problem_kinds())
    problems.push_back(
        JsonObject{{"code", kind.id}, {"severity", severity_name(kind.severity)}, {"meaning", kind.meaning}});
  JsonArray types;
  for (const std::string_view type : known_model_types()) types.push_back(Json(type));
  return {{"version", 1},
          {"planner_version", kPlannerVersion},
          {"plan_version", kPlanVersion},
          {"fields", fields},
          {"formats", formats},
          {"model_types", types},
          {"columns", JsonObject{{"sweep_aggregate", columns_json(kAggregateColumns)},
                                 {"sweep_model", columns_json(kModelColumns)},
                                 {"tensors", columns_json(kTensorColumns)}}},
          {"problems", problems}};
}

}  // namespace worldsize
