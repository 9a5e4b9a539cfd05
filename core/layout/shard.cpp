#include "layout/shard.hpp"

#include <algorithm>

namespace worldsize {
namespace {

/// Into how many different parts the layout cuts the tensor's sharded axis.
Int parts_of_axis(ShardAxis axis, const Layout& layout, const GroupedQueryAttention& heads, const ExpertGrid& grid) {
  const Int tp = layout.tensor_parallel;
  switch (axis) {
    case ShardAxis::none:
      return 1;
    case ShardAxis::query_heads:
    case ShardAxis::vocabulary:
      return tp;
    case ShardAxis::kv_heads:
      return layout.kv_heads == KvHeadsMode::split ? tp : std::min(tp, heads.kv_heads);
    case ShardAxis::intermediate:
      return ffn_span(layout);
    case ShardAxis::experts:
      return grid.moe_tensor_parallel;
    case ShardAxis::wide_intermediate:
      return times(grid.moe_tensor_parallel, grid.expert_parallel);
  }
  return 1;
}

}  // namespace

Shard shard_of(const Tensor& tensor, const Layout& layout, const GroupedQueryAttention& heads, const ExpertGrid& grid) {
  const Int parts = parts_of_axis(tensor.axis, layout, heads, grid);
  const Int expert_parts = tensor.axis == ShardAxis::experts ? grid.expert_parallel : 1;
  Shard shard{.rows = tensor.rows, .cols = tensor.cols, .copies = ceil_div(tensor.copies, expert_parts)};
  Int& sharded = tensor.shard_cols ? shard.cols : shard.rows;
  sharded = ceil_div(sharded, parts);
  shard.held_by = stage_ranks(layout) / times(parts, expert_parts);
  const Int here = times(shard.rows, std::max<Int>(shard.cols, 1), shard.copies);
  shard.padding = times(here, parts, expert_parts) - elements(tensor);
  return shard;
}

}  // namespace worldsize
