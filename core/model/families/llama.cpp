// Llama 2, 3, 3.1, 3.2, 3.3 and models of the same shape. Defaults: transformers, models/llama/configuration_llama.py.
#include "model/families.hpp"

namespace worldsize {

void read_llama(ConfigReader& config, Architecture& architecture) {
  read_frame(config, architecture);
  GroupedQueryAttention attention = read_grouped_query_attention(config, architecture);
  attention.qkv_bias = config.flag_or("attention_bias", false);
  attention.output_bias = attention.qkv_bias;
  DenseFeedForward dense = read_dense(config);
  dense.bias = config.flag_or("mlp_bias", false);
  append_layers(architecture, {attention, dense}, read_layers(config));
}

}  // namespace worldsize
