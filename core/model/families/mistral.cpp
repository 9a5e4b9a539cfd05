// Mistral 7B, Small and Large: Llama's shape without biases. Sliding windows change the KV cache, not the weights.
// Defaults: transformers, models/mistral/configuration_mistral.py.
#include "model/families.hpp"

namespace worldsize {

void read_mistral(ConfigReader& config, Architecture& architecture) {
  read_frame(config, architecture);
  const GroupedQueryAttention attention = read_grouped_query_attention(config, architecture);
  if (config.has("sliding_window"))
    config.add(
        ProblemCode::sliding_window_counted_in_full, "sliding_window",
        "The config names a sliding window. The KV cache is counted in full: an upper bound where the context is "
        "longer than the window.",
        "null for full attention");
  append_layers(architecture, {attention, read_dense(config)}, read_layers(config));
}

}  // namespace worldsize
