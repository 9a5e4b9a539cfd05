// Qwen2 and Qwen2.5 dense: biases on query, key and value, none on the output.
// Defaults: transformers, models/qwen2/configuration_qwen2.py.
#include "model/families.hpp"

namespace worldsize {

void read_qwen2(ConfigReader& config, Architecture& architecture) {
  read_frame(config, architecture);
  GroupedQueryAttention attention = read_grouped_query_attention(config, architecture);
  attention.qkv_bias = true;
  append_layers(architecture, {attention, read_dense(config)}, read_layers(config));
}

}  // namespace worldsize
