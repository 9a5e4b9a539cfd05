#pragma once

#include <span>
#include <string_view>

#include "model/config_reader.hpp"

namespace worldsize {

/// How the configs of one family are read. To add a family: a file in families/ with its reader, and a line in the
/// table of hf_config.cpp.
struct Family {
  std::string_view model_type;  ///< the config's model_type
  void (*read)(ConfigReader& config, Architecture& architecture);
};

// One reader a file in families/.
void read_llama(ConfigReader& config, Architecture& architecture);
void read_mistral(ConfigReader& config, Architecture& architecture);
void read_mixtral(ConfigReader& config, Architecture& architecture);
void read_qwen2(ConfigReader& config, Architecture& architecture);
void read_qwen3(ConfigReader& config, Architecture& architecture);
void read_qwen3_moe(ConfigReader& config, Architecture& architecture);

/// What these families share: hidden size, vocabulary, tied embedding and context length.
void read_frame(ConfigReader& config, Architecture& architecture);

/// Query heads, KV heads (as many as query heads where absent) and head dimension. Where the config gives no head_dim
/// it is hidden / heads; a hidden size that does not divide then is a problem.
GroupedQueryAttention read_grouped_query_attention(ConfigReader& config, const Architecture& architecture);

DenseFeedForward read_dense(ConfigReader& config);
Int read_layers(ConfigReader& config);

}  // namespace worldsize
