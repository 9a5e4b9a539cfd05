#include "model/hf_config.hpp"

#include <algorithm>
#include <array>

#include "model/families.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

constexpr std::array kFamilies{
    Family{"llama", read_llama}, Family{"mistral", read_mistral}, Family{"mixtral", read_mixtral},
    Family{"qwen2", read_qwen2}, Family{"qwen3", read_qwen3},     Family{"qwen3_moe", read_qwen3_moe},
};

std::string list_of_types() {
  std::string list;
  for (const Family& family : kFamilies) list += (list.empty() ? "" : ", ") + std::string(family.model_type);
  return list;
}

}  // namespace

void read_frame(ConfigReader& config, Architecture& architecture) {
  architecture.hidden = config.size("hidden_size", kLargestHidden);
  architecture.vocabulary = config.size("vocab_size", kLargestVocabulary);
  architecture.tied_embedding = config.flag_or("tie_word_embeddings", false);
  architecture.max_context_tokens = config.size_or("max_position_embeddings", 0, kLargestContext);
}

GroupedQueryAttention read_grouped_query_attention(ConfigReader& config, const Architecture& architecture) {
  GroupedQueryAttention attention;
  attention.query_heads = config.size("num_attention_heads", kLargestHeads);
  attention.kv_heads = config.size_or("num_key_value_heads", attention.query_heads, kLargestHeads);
  attention.head_dim =
      config.size_or("head_dim", std::max<Int>(architecture.hidden / attention.query_heads, 1), kLargestHeadDim);
  if (!config.has("head_dim") && config.has("hidden_size") && architecture.hidden % attention.query_heads != 0)
    config.add(ProblemCode::missing_field, "head_dim",
               fill("The config has no head_dim, and hidden_size {} does not divide by the {}.",
                    {architecture.hidden, counted(attention.query_heads, "head", "heads")}),
               "the dimension of one attention head");
  if (attention.query_heads % attention.kv_heads != 0)
    config.add(ProblemCode::out_of_range, "num_key_value_heads",
               fill("{} query heads cannot share {} KV heads evenly.", {attention.query_heads, attention.kv_heads}),
               "a divisor of " + with_commas(attention.query_heads));
  attention.value_head_dim = attention.head_dim;
  return attention;
}

DenseFeedForward read_dense(ConfigReader& config) {
  return {.intermediate = config.size("intermediate_size", kLargestIntermediate)};
}

Int read_layers(ConfigReader& config) { return config.size("num_hidden_layers", kLargestLayers); }

Architecture read_hf_config(const Json& config, const std::string& pointer, Problems& problems) {
  Architecture architecture;
  const JsonObject* object = config.if_object();
  if (object == nullptr) {
    problems.push_back({ProblemCode::wrong_type, pointer,
                        fill("hf_config is {}; it takes the object of a config.json.", {type_name(config)}), "",
                        "an object"});
    return architecture;
  }
  ConfigReader reader(*object, pointer, problems);
  const std::string model_type = reader.text("model_type");
  const auto family =
      std::find_if(kFamilies.begin(), kFamilies.end(), [&](const Family& one) { return one.model_type == model_type; });
  if (family == kFamilies.end()) {
    reader.add(ProblemCode::unsupported_model_type, "model_type",
               model_type.empty() ? "The config has no model_type. Is it the config.json of a model?"
                                  : fill("Configs of model_type {} are not read.", {model_type}),
               list_of_types());
    return architecture;
  }
  family->read(reader, architecture);
  if (const auto* mixture = first_mixture(architecture); mixture != nullptr && mixture->top_k > mixture->num_experts)
    reader.add(ProblemCode::top_k_above_experts, "num_experts_per_tok",
               fill("Each token would be routed to {} of {}.",
                    {mixture->top_k, counted(mixture->num_experts, "expert", "experts")}),
               "1 to " + with_commas(mixture->num_experts));
  return architecture;
}

std::vector<std::string_view> known_model_types() {
  std::vector<std::string_view> types;
  for (const Family& family : kFamilies) types.push_back(family.model_type);
  return types;
}

}  // namespace worldsize
