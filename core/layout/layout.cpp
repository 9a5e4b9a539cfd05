#include "layout/layout.hpp"

#include <algorithm>

namespace worldsize {

Int world_size(const Layout& layout) { return times(stage_ranks(layout), layout.pipeline_parallel); }

Int stage_ranks(const Layout& layout) {
  return times(layout.tensor_parallel, layout.context_parallel, layout.data_parallel);
}

Int ffn_span(const Layout& layout) {
  switch (layout.ffn_shard) {
    case FfnShard::tp:
      return layout.tensor_parallel;
    case FfnShard::tp_cp:
      return times(layout.tensor_parallel, layout.context_parallel);
    case FfnShard::tp_cp_dp:
      return stage_ranks(layout);
  }
  return 1;
}

ExpertGrid expert_grid(const Layout& layout, bool wide_feed_forward) {
  const Int span = ffn_span(layout);
  const Int experts = layout.expert_parallel;
  const Int derived = wide_feed_forward ? span : std::max<Int>(span / experts, 1);
  ExpertGrid grid{.moe_tensor_parallel = layout.moe_tensor_parallel.value_or(derived), .expert_parallel = experts};
  const Int used = times(grid.moe_tensor_parallel, experts);
  const Int ranks = stage_ranks(layout);
  grid.replicas = ranks % used == 0 ? ranks / used : 0;
  return grid;
}

Int stage_layers(Int layers, Int pipeline_parallel, Int stage) {
  return layers / pipeline_parallel + (stage < layers % pipeline_parallel ? 1 : 0);
}

bool has_wide_feed_forward(const Architecture& architecture) {
  for (const LayerKind& kind : architecture.kinds)
    if (const auto* dense = std::get_if<DenseFeedForward>(&kind.feed_forward))
      if (dense->divided_by_expert_parallel) return true;
  return false;
}

std::string_view kv_heads_mode_name(KvHeadsMode mode) { return mode == KvHeadsMode::replicate ? "replicate" : "split"; }

std::string_view ffn_shard_name(FfnShard shard) {
  return shard == FfnShard::tp ? "tp" : shard == FfnShard::tp_cp ? "tp_cp" : "tp_cp_dp";
}

}  // namespace worldsize
