#pragma once

#include <optional>
#include <string_view>

#include "device/device.hpp"
#include "layout/layout.hpp"

namespace worldsize {

/// How a world size is split into a layout.
enum class Strategy {
  dp_ep,  ///< attention replicated on every rank, experts over all ranks up to E and replicated beyond
  tp_ep,  ///< TP = EP inside a scale-up domain, then DP
  tp,     ///< TP up to the heads and the scale-up domain, then DP
  tp_pp,  ///< the same TP, then PP
};

std::string_view strategy_name(Strategy strategy);

/// dp_ep for a mixture, tp for a dense model.
Strategy usual_strategy(const Architecture& architecture);

/// The layout of `world_size` ranks. It may still break rules (more stages than layers, say); ask broken_rules.
/// Fields that a strategy does not decide (kv_heads, ffn_shard) are kept from `base`.
Layout layout_for(Strategy strategy, Int world_size, const Architecture& architecture, const Device& device,
                  const Layout& base);

}  // namespace worldsize
