#include "search/strategy.hpp"

#include <algorithm>

namespace worldsize {
namespace {

/// The largest divisor of `value` that is at most `limit`.
Int largest_divisor(Int value, Int limit) {
  for (Int divisor = std::min(value, limit); divisor > 1; --divisor)
    if (value % divisor == 0) return divisor;
  return 1;
}

bool heads_allow(const Architecture& architecture, Int tp) {
  return std::all_of(architecture.kinds.begin(), architecture.kinds.end(), [&](const LayerKind& kind) {
    const auto& attention = std::get<GroupedQueryAttention>(kind.attention);
    return attention.query_heads % tp == 0 && (attention.kv_heads % tp == 0 || tp % attention.kv_heads == 0);
  });
}

/// The largest TP that divides the world size, stays in the scale-up domain and suits the heads.
Int largest_tensor_parallel(Int world_size, const Architecture& architecture, const Device& device) {
  Int tp = largest_divisor(world_size, device.scale_up_domain);
  while (tp > 1 && !heads_allow(architecture, tp)) tp = largest_divisor(world_size, tp - 1);
  return tp;
}

}  // namespace

std::string_view strategy_name(Strategy strategy) {
  switch (strategy) {
    case Strategy::dp_ep:
      return "dp_ep";
    case Strategy::tp_ep:
      return "tp_ep";
    case Strategy::tp:
      return "tp";
    case Strategy::tp_pp:
      return "tp_pp";
  }
  return "";
}

Strategy usual_strategy(const Architecture& architecture) {
  return first_mixture(architecture) != nullptr ? Strategy::dp_ep : Strategy::tp;
}

Layout layout_for(Strategy strategy, Int world_size, const Architecture& architecture, const Device& device,
                  const Layout& base) {
  Layout layout;
  layout.kv_heads = base.kv_heads;
  layout.ffn_shard = base.ffn_shard;
  const auto* mixture = first_mixture(architecture);
  const Int experts = mixture != nullptr ? mixture->num_experts : 1;
  if (strategy == Strategy::dp_ep) {
    layout.data_parallel = world_size;
    layout.expert_parallel = largest_divisor(world_size, experts);
    return layout;
  }
  layout.tensor_parallel = largest_tensor_parallel(world_size, architecture, device);
  const Int rest = world_size / layout.tensor_parallel;
  (strategy == Strategy::tp_pp ? layout.pipeline_parallel : layout.data_parallel) = rest;
  if (strategy == Strategy::tp_ep) layout.expert_parallel = largest_divisor(layout.tensor_parallel, experts);
  return layout;
}

}  // namespace worldsize
