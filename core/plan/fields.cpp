#include "plan/fields.hpp"

#include <algorithm>
#include <array>

#include "memory/workload.hpp"
#include "model/config_reader.hpp"
#include "precision/format.hpp"
#include "search/strategy.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

std::vector<Choice> formats_where(bool NumberFormat::*holds) {
  std::vector<Choice> choices;
  for (const NumberFormat& format : number_formats())
    if (format.*holds) choices.push_back({std::string(format.id), std::string(format.label)});
  return choices;
}

std::vector<Choice> weight_formats() { return formats_where(&NumberFormat::holds_weights); }
std::vector<Choice> activation_formats() { return formats_where(&NumberFormat::holds_activations); }

/// A KV cache has no tensors to have one scale each: the short name says all.
std::vector<Choice> kv_formats() {
  std::vector<Choice> choices = formats_where(&NumberFormat::holds_kv_cache);
  for (Choice& choice : choices) choice.label = choice.id;
  return choices;
}

std::vector<Choice> class_formats() {
  std::vector<Choice> choices{{"auto", "as checkpoints do"}};
  for (Choice& choice : weight_formats()) choices.push_back(std::move(choice));
  return choices;
}

std::vector<Choice> engines() { return {{"generic", "Generic: every term explicit"}}; }

std::vector<Choice> kv_heads_modes() {
  return {{"replicate", "replicate: whole heads on several ranks"}, {"split", "split: cut the head dimension"}};
}

std::vector<Choice> ffn_shards() { return {{"tp", "TP"}, {"tp_cp", "TP · CP"}, {"tp_cp_dp", "TP · CP · DP"}}; }

std::vector<Choice> phases() {
  return {{"decode", "decode steps only"},
          {"prefill", "prefill steps only"},
          {"mixed", "both: the larger step is reserved"}};
}

std::vector<Choice> strategies() {
  return {{"auto", "usual: dp_ep for a mixture, tp for a dense model"},
          {"dp_ep", "DP attention, experts over all ranks"},
          {"tp_ep", "TP = EP in a node, then DP"},
          {"tp", "TP in a node, then DP"},
          {"tp_pp", "TP in a node, then PP"}};
}

constexpr double kRanks = 65'536;
constexpr double kLargestBytes = 1e15;
constexpr double kLargestGigabytes = 1e9;

using enum FieldKind;

Field config_field(std::string_view pointer, std::string_view label, Int largest, std::string_view help) {
  return {.pointer = pointer,
          .label = label,
          .kind = integer,
          .min = 1,
          .max = static_cast<double>(largest),
          .model_kinds = kHfConfig,
          .help = help};
}

Field class_format(std::string_view pointer, std::string_view label, std::string_view help) {
  return {.pointer = pointer,
          .label = label,
          .kind = choice,
          .default_json = "\"auto\"",
          .choices = class_formats,
          .model_kinds = kHfConfig,
          .help = help};
}

Field decoder_field(std::string_view pointer, std::string_view label, double largest, std::string_view default_json,
                    std::string_view help) {
  return {.pointer = pointer,
          .label = label,
          .kind = integer,
          .min = 1,
          .max = largest,
          .default_json = default_json,
          .model_kinds = kDecoder,
          .help = help};
}

Field ranks_field(std::string_view pointer, std::string_view label, std::string_view symbol, std::uint8_t kinds,
                  std::string_view help) {
  return {.pointer = pointer,
          .label = label,
          .symbol = symbol,
          .kind = integer,
          .unit = "GPUs",
          .min = 1,
          .max = kRanks,
          .default_json = "1",
          .model_kinds = kinds,
          .help = help};
}

Field gigabytes_field(std::string_view pointer, std::string_view label, std::string_view symbol, double least,
                      std::string_view default_json, std::string_view help) {
  return {.pointer = pointer,
          .label = label,
          .symbol = symbol,
          .kind = gigabytes,
          .unit = "GB",
          .min = least,
          .max = kLargestGigabytes,
          .default_json = default_json,
          .model_kinds = kAggregate,
          .help = help};
}

const std::vector<Field>& table() {
  static const std::vector<Field> fields{
      // model
      {.pointer = "/model/preset",
       .label = "Model",
       .kind = text,
       .model_kinds = kHfConfig,
       .help = "A model of the catalogue, by its Hugging Face id."},
      {.pointer = "/model/hf_config",
       .label = "config.json",
       .kind = object,
       .model_kinds = kHfConfig,
       .help = "The model's config.json. With a preset it is filled in from the catalogue."},
      config_field("/model/hf_config/num_hidden_layers", "Layers", kLargestLayers, "Transformer layers."),
      config_field("/model/hf_config/hidden_size", "Hidden size", kLargestHidden, "Width of the residual stream."),
      config_field("/model/hf_config/num_attention_heads", "Query heads", kLargestHeads, "Attention heads."),
      config_field("/model/hf_config/num_key_value_heads", "KV heads", kLargestHeads,
                   "Heads of keys and values; fewer than query heads under GQA."),
      config_field("/model/hf_config/head_dim", "Head dimension", kLargestHeadDim,
                   "Values of one head. Where a config has none it is hidden size / query heads."),
      config_field("/model/hf_config/intermediate_size", "FFN intermediate size", kLargestIntermediate,
                   "Width of a dense feed-forward (of an expert in Mixtral)."),
      config_field("/model/hf_config/num_experts", "Routed experts", kLargestExperts, "Experts in each mixture layer."),
      config_field("/model/hf_config/num_local_experts", "Routed experts", kLargestExperts,
                   "Experts in each mixture layer."),
      config_field("/model/hf_config/num_experts_per_tok", "Top-k", kLargestExperts, "Experts that each token takes."),
      config_field("/model/hf_config/moe_intermediate_size", "Expert intermediate size", kLargestIntermediate,
                   "Width of one routed expert."),
      config_field("/model/hf_config/vocab_size", "Vocabulary", kLargestVocabulary, "Rows of embedding and head."),
      decoder_field("/model/decoder/hidden", "Hidden size", static_cast<double>(kLargestHidden), "8192",
                    "Width of the residual stream."),
      decoder_field("/model/decoder/query_heads", "Query heads", static_cast<double>(kLargestHeads), "64",
                    "Attention heads."),
      decoder_field("/model/decoder/kv_heads", "KV heads", static_cast<double>(kLargestHeads), "8",
                    "Heads of keys and values."),
      decoder_field("/model/decoder/head_dim", "Head dimension", static_cast<double>(kLargestHeadDim), "128",
                    "Values of one head."),
      decoder_field("/model/decoder/ffn_dim", "FFN dimension", static_cast<double>(kLargestIntermediate), "28672",
                    "Intermediate size; of a mixture experts × intermediate, which EP then divides."),
      decoder_field("/model/decoder/layers", "Layers", static_cast<double>(kLargestLayers), "80", "Equal layers."),
      {.pointer = "/model/decoder/bytes_per_element",
       .label = "Bytes per element",
       .kind = number,
       .unit = "bytes",
       .min = 0.125,
       .max = 8,
       .default_json = "2",
       .model_kinds = kDecoder,
       .help = "Of weights, KV cache and transients alike; a multiple of 1/8."},
      gigabytes_field("/model/aggregate/budget_gb", "Budget of a GPU", "C", 1e-3, "84",
                      "Memory of one GPU that weights, requests and the fixed part share."),
      gigabytes_field("/model/aggregate/per_request_gb", "Memory a request", "k", 1e-9, "0.92",
                      "KV cache and all else that one request holds."),
      gigabytes_field("/model/aggregate/model_gb", "Model", "M", 1e-9, "235", "All weights; divided by W."),
      gigabytes_field("/model/aggregate/fixed_gb", "Fixed part", "F", 0, "8", "The same on every GPU."),
      {.pointer = "/model/aggregate/num_experts",
       .label = "Experts",
       .symbol = "E",
       .kind = integer,
       .min = 1,
       .max = static_cast<double>(kLargestExperts),
       .default_json = "128",
       .model_kinds = kAggregate,
       .help = "Routed experts; 1 for a dense model."},
      {.pointer = "/model/aggregate/top_k",
       .label = "Top-k",
       .symbol = "k",
       .kind = integer,
       .min = 1,
       .max = static_cast<double>(kLargestExperts),
       .default_json = "8",
       .model_kinds = kAggregate,
       .help = "Experts that each token takes."},
      // precision
      {.pointer = "/precision/weights",
       .label = "Weights",
       .kind = choice,
       .default_json = "\"bf16\"",
       .choices = weight_formats,
       .model_kinds = kHfConfig,
       .help = "Attention, feed-forward and experts; the classes below follow it unless set."},
      {.pointer = "/precision/kv_cache",
       .label = "KV cache",
       .kind = choice,
       .default_json = "\"bf16\"",
       .choices = kv_formats,
       .model_kinds = kHfConfig,
       .help = "Keys and values of past tokens."},
      {.pointer = "/precision/activations",
       .label = "Activations",
       .kind = choice,
       .default_json = "\"bf16\"",
       .choices = activation_formats,
       .model_kinds = kHfConfig,
       .help = "What a step computes with."},
      class_format("/precision/attention", "Attention", "q, k, v and output projections."),
      class_format("/precision/feed_forward", "Dense feed-forward", "gate, up and down of dense layers."),
      class_format("/precision/experts", "Experts", "gate, up and down of routed experts."),
      class_format("/precision/router", "Router", "Usually kept in bf16."),
      class_format("/precision/embedding", "Embedding", "Usually kept in bf16."),
      class_format("/precision/head", "Head", "Usually kept in bf16."),
      class_format("/precision/norm", "Norms and biases", "Usually kept in bf16."),
      // device
      {.pointer = "/device/preset",
       .label = "Device",
       .kind = text,
       .model_kinds = kLayered,
       .help = "An accelerator of the catalogue."},
      {.pointer = "/device/memory_bytes",
       .label = "Memory",
       .kind = bytes,
       .unit = "bytes",
       .min = 1 << 20,
       .max = kLargestBytes,
       .model_kinds = kLayered,
       .help = "As the driver reports it, which is not the data sheet's figure."},
      {.pointer = "/device/scale_up_domain",
       .label = "Scale-up domain",
       .kind = integer,
       .unit = "GPUs",
       .min = 1,
       .max = kRanks,
       .model_kinds = kLayered,
       .help = "Devices joined by the fast link; sweeps keep TP inside it."},
      // engine
      {.pointer = "/engine/preset",
       .label = "Engine",
       .kind = choice,
       .default_json = "\"generic\"",
       .choices = engines,
       .model_kinds = kLayered,
       .help = "Whose rules decide what is reserved."},
      {.pointer = "/engine/memory_utilization",
       .label = "Memory utilization",
       .kind = number,
       .min = 0.01,
       .max = 1,
       .default_json = "0.9",
       .model_kinds = kLayered,
       .help = "Share of device memory for weights, KV cache, transients and runtime (vLLM's default was 0.9)."},
      {.pointer = "/engine/runtime_bytes",
       .label = "Runtime",
       .kind = bytes_or_auto,
       .unit = "bytes",
       .min = 0,
       .max = kLargestBytes,
       .default_json = "\"auto\"",
       .model_kinds = kLayered,
       .help = "Communicators and libraries inside the budget. auto: 0.25 GiB on one GPU, 2.13 GiB on more."},
      {.pointer = "/engine/block_tokens",
       .label = "KV block",
       .kind = integer,
       .unit = "tokens",
       .min = 1,
       .max = 65'536,
       .default_json = "16",
       .model_kinds = kLayered,
       .help = "A sequence's KV cache is rounded up to whole blocks."},
      // layout
      ranks_field("/layout/tensor_parallel", "Tensor parallel", "TP", kEveryModel, "Cuts heads and matrices."),
      ranks_field("/layout/pipeline_parallel", "Pipeline parallel", "PP", kEveryModel, "Cuts the layers into stages."),
      ranks_field("/layout/context_parallel", "Context parallel", "CP", kEveryModel, "Cuts the tokens of a sequence."),
      ranks_field("/layout/data_parallel", "Data parallel", "DP", kEveryModel,
                  "Replicas of the attention, each with its own sequences."),
      ranks_field("/layout/expert_parallel", "Expert parallel", "EP", kLayered,
                  "Distributes whole experts over the ranks of a stage."),
      {.pointer = "/layout/moe_tensor_parallel",
       .label = "MoE tensor parallel",
       .symbol = "MoE TP",
       .kind = integer_or_auto,
       .unit = "GPUs",
       .min = 1,
       .max = kRanks,
       .default_json = "\"auto\"",
       .model_kinds = kLayered,
       .help = "Ranks that share one expert. auto: what EP leaves of the ffn_shard span."},
      {.pointer = "/layout/kv_heads",
       .label = "KV heads above TP",
       .kind = choice,
       .default_json = "\"replicate\"",
       .choices = kv_heads_modes,
       .model_kinds = kLayered,
       .help = "What happens when TP exceeds the KV heads."},
      {.pointer = "/layout/ffn_shard",
       .label = "Feed-forward over",
       .kind = choice,
       .default_json = "\"tp\"",
       .choices = ffn_shards,
       .model_kinds = kLayered,
       .help = "The ranks that one feed-forward is spread over."},
      // workload
      {.pointer = "/workload/phase",
       .label = "Phase",
       .kind = choice,
       .default_json = "\"decode\"",
       .choices = phases,
       .model_kinds = kLayered,
       .help = "Which step's transients are reserved."},
      {.pointer = "/workload/context_tokens",
       .label = "Context",
       .kind = integer_or_auto,
       .unit = "tokens",
       .min = 1,
       .max = static_cast<double>(kLargestContext),
       .default_json = "4096",
       .model_kinds = kLayered,
       .help = "KV tokens that one sequence holds. auto: input + output."},
      {.pointer = "/workload/input_tokens",
       .label = "Input",
       .kind = tokens,
       .unit = "tokens",
       .min = 0,
       .max = static_cast<double>(kLargestContext),
       .default_json = "3584",
       .model_kinds = kLayered,
       .help = "Prompt tokens; counts when the context is auto."},
      {.pointer = "/workload/output_tokens",
       .label = "Output",
       .kind = tokens,
       .unit = "tokens",
       .min = 0,
       .max = static_cast<double>(kLargestContext),
       .default_json = "512",
       .model_kinds = kLayered,
       .help = "Generated tokens; counts when the context is auto."},
      {.pointer = "/workload/batch_per_replica",
       .label = "Batch per replica",
       .kind = integer_or_max,
       .unit = "requests",
       .min = 1,
       .max = 1e9,
       .default_json = "\"max\"",
       .model_kinds = kLayered,
       .help = "Sequences that one DP replica holds; max = as many as fit."},
      {.pointer = "/workload/prefill_chunk_tokens",
       .label = "Prefill chunk",
       .kind = tokens,
       .unit = "tokens",
       .min = 1,
       .max = 16'777'216,
       .default_json = "8192",
       .model_kinds = kLayered,
       .help = "Prompt tokens of one step of a replica."},
      // sweep
      {.pointer = "/sweep/strategy",
       .label = "Strategy",
       .kind = choice,
       .default_json = "\"auto\"",
       .choices = strategies,
       .model_kinds = kLayered,
       .help = "How a world size is split into a layout."},
      {.pointer = "/sweep/world_sizes",
       .label = "World sizes",
       .symbol = "W",
       .kind = integers,
       .unit = "GPUs",
       .min = 1,
       .max = kRanks,
       .default_json = "[1,2,4,8,16,32,64,128,256]",
       .help = "A list such as 1, 2, 4, 8 or a range such as 1-64."},
  };
  return fields;
}

}  // namespace

std::span<const Field> plan_fields() { return table(); }

const Field* find_field(std::string_view pointer) {
  const auto& fields = table();
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const Field& one) { return one.pointer == pointer; });
  return found == fields.end() ? nullptr : &*found;
}

std::string_view group_of(const Field& field) { return field.pointer.substr(1, field.pointer.find('/', 1) - 1); }

std::string_view name_of(const Field& field) { return field.pointer.substr(field.pointer.rfind('/') + 1); }

std::string_view field_kind_name(FieldKind kind) {
  constexpr std::array<std::string_view, 12> kNames{"integer",   "number",         "tokens",          "bytes",
                                                    "gigabytes", "integer_or_max", "integer_or_auto", "bytes_or_auto",
                                                    "choice",    "text",           "object",          "integers"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string allowed_values(const Field& field) {
  if (field.choices != nullptr) {
    std::string list;
    for (const Choice& choice : field.choices()) list += (list.empty() ? "" : ", ") + choice.id;
    return list;
  }
  if (field.kind == FieldKind::text) return "a text";
  if (field.kind == FieldKind::object) return "an object";
  std::string range = fill("{} to {}{}", {Rounded{field.min, 15}, Rounded{field.max, 15},
                                          (field.unit.empty() ? "" : " " + std::string(field.unit))});
  switch (field.kind) {
    case FieldKind::integer_or_max:
      return "max, or " + range;
    case FieldKind::integer_or_auto:
    case FieldKind::bytes_or_auto:
      return "auto, or " + range;
    case FieldKind::integers:
      return "1 to 4,096 numbers, each " + range;
    default:
      return range;
  }
}

}  // namespace worldsize
