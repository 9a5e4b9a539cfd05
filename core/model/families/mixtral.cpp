// Mixtral 8x7B and 8x22B: every layer a mixture whose experts have the config's intermediate_size.
// Defaults: transformers, models/mixtral/configuration_mixtral.py.
#include "model/families.hpp"

namespace worldsize {

void read_mixtral(ConfigReader& config, Architecture& architecture) {
  read_frame(config, architecture);
  const GroupedQueryAttention attention = read_grouped_query_attention(config, architecture);
  const MixtureOfExperts mixture{.num_experts = config.size_or("num_local_experts", 8, kLargestExperts),
                                 .top_k = config.size_or("num_experts_per_tok", 2, kLargestExperts),
                                 .intermediate = config.size("intermediate_size", kLargestIntermediate)};
  append_layers(architecture, {attention, mixture}, read_layers(config));
}

}  // namespace worldsize
