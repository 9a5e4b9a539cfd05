// Qwen3, dense and mixture: RMSNorm on the heads of queries and keys.
// Defaults: transformers, models/qwen3/configuration_qwen3.py and models/qwen3_moe/configuration_qwen3_moe.py.
#include <algorithm>

#include "model/families.hpp"

namespace worldsize {
namespace {

GroupedQueryAttention read_attention(ConfigReader& config, const Architecture& architecture) {
  GroupedQueryAttention attention = read_grouped_query_attention(config, architecture);
  attention.query_key_norm = true;
  attention.qkv_bias = config.flag_or("attention_bias", false);
  attention.output_bias = attention.qkv_bias;
  return attention;
}

}  // namespace

void read_qwen3(ConfigReader& config, Architecture& architecture) {
  read_frame(config, architecture);
  const GroupedQueryAttention attention = read_attention(config, architecture);
  append_layers(architecture, {attention, read_dense(config)}, read_layers(config));
}

void read_qwen3_moe(ConfigReader& config, Architecture& architecture) {
  read_frame(config, architecture);
  const GroupedQueryAttention attention = read_attention(config, architecture);
  const MixtureOfExperts mixture{.num_experts = config.size("num_experts", kLargestExperts),
                                 .top_k = config.size("num_experts_per_tok", kLargestExperts),
                                 .intermediate = config.size("moe_intermediate_size", kLargestIntermediate)};
  const Int layers = read_layers(config);
  // A layer is a mixture when its number + 1 divides by decoder_sparse_step and it is not in mlp_only_layers.
  const Int step = config.size_or("decoder_sparse_step", 1, kLargestLayers);
  const std::vector<Int> dense_layers = config.indices("mlp_only_layers");
  const bool some_dense = step > 1 || !dense_layers.empty();
  const DenseFeedForward dense = some_dense ? read_dense(config) : DenseFeedForward{};
  for (Int layer = 0; layer < layers; ++layer) {
    const bool listed = std::find(dense_layers.begin(), dense_layers.end(), layer) != dense_layers.end();
    if (listed || (layer + 1) % step != 0) {
      append_layers(architecture, {attention, dense}, 1);
    } else {
      append_layers(architecture, {attention, mixture}, 1);
    }
  }
}

}  // namespace worldsize
