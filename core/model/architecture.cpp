#include "model/architecture.hpp"

#include <algorithm>

namespace worldsize {

Int layer_count(const Architecture& architecture) {
  Int layers = 0;
  for (const LayerRun& run : architecture.runs) layers += run.count;
  return layers;
}

void append_layers(Architecture& architecture, const LayerKind& kind, Int count) {
  if (count <= 0) return;
  auto& kinds = architecture.kinds;
  const auto found = std::find(kinds.begin(), kinds.end(), kind);
  const Int index = found - kinds.begin();
  if (found == kinds.end()) kinds.push_back(kind);
  if (!architecture.runs.empty() && architecture.runs.back().kind == index) {
    architecture.runs.back().count += count;
  } else {
    architecture.runs.push_back({index, count});
  }
}

const MixtureOfExperts* first_mixture(const Architecture& architecture) {
  for (const LayerKind& kind : architecture.kinds)
    if (const auto* mixture = std::get_if<MixtureOfExperts>(&kind.feed_forward)) return mixture;
  return nullptr;
}

Architecture decoder_architecture(const DecoderSpec& spec) {
  Architecture architecture;
  architecture.name = "Generic decoder";
  architecture.hidden = spec.hidden;
  architecture.norms = false;
  append_layers(architecture,
                {GroupedQueryAttention{.query_heads = spec.query_heads,
                                       .kv_heads = spec.kv_heads,
                                       .head_dim = spec.head_dim,
                                       .value_head_dim = spec.head_dim},
                 DenseFeedForward{.intermediate = spec.ffn_dim, .divided_by_expert_parallel = true}},
                spec.layers);
  return architecture;
}

}  // namespace worldsize
