#pragma once

#include <optional>
#include <string_view>

#include "model/architecture.hpp"
#include "units/integer.hpp"

namespace worldsize {

/// What happens to KV heads when TP exceeds them: each is held whole by TP / heads ranks, or its dimension is cut.
enum class KvHeadsMode { replicate, split };

/// Over which ranks of a stage one copy of the feed-forward is spread before EP.
enum class FfnShard { tp, tp_cp, tp_cp_dp };

/// How the W = PP · CP · TP · DP ranks divide the model and its requests.
struct Layout {
  Int tensor_parallel = 1;
  Int pipeline_parallel = 1;
  Int context_parallel = 1;
  Int data_parallel = 1;
  Int expert_parallel = 1;
  std::optional<Int> moe_tensor_parallel;  ///< nothing: derived, see expert_grid
  KvHeadsMode kv_heads = KvHeadsMode::replicate;
  FfnShard ffn_shard = FfnShard::tp;
};

Int world_size(const Layout& layout);

/// The ranks of one pipeline stage: TP · CP · DP.
Int stage_ranks(const Layout& layout);

/// The ranks that ffn_shard names: TP, TP · CP or TP · CP · DP.
Int ffn_span(const Layout& layout);

/// How the feed-forward uses the ranks of a stage: moe_tp × ep × replicas = TP · CP · DP.
struct ExpertGrid {
  Int moe_tensor_parallel = 1;
  Int expert_parallel = 1;
  Int replicas = 1;  ///< copies of the whole set of experts in a stage; 0 when the grid does not divide the ranks
};

/// For a mixture: EP takes its ranks out of the span that ffn_shard names, what is left of the span is MoE TP
/// (TP 8 · EP 8 holds whole experts, TP 8 · EP 4 halves, TP 8 · EP 1 eighths; SGLang's moe_tp = tp / ep). For the
/// generic decoder's wide feed-forward, MoE TP is the span itself and EP divides it further (formula 2).
ExpertGrid expert_grid(const Layout& layout, bool wide_feed_forward);

/// Layers of stage `stage` (0-based): sizes differ by one and the first stages are the fuller ones.
Int stage_layers(Int layers, Int pipeline_parallel, Int stage);

/// True when the architecture's feed-forward is the generic decoder's.
bool has_wide_feed_forward(const Architecture& architecture);

std::string_view kv_heads_mode_name(KvHeadsMode mode);
std::string_view ffn_shard_name(FfnShard shard);

}  // namespace worldsize
