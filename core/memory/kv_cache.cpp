#include "memory/kv_cache.hpp"

#include <algorithm>

namespace worldsize {

KvShape kv_shape(const GroupedQueryAttention& attention, const Layout& layout) {
  const Int tp = layout.tensor_parallel;
  const Int above = std::max<Int>(tp / attention.kv_heads, 1);
  KvShape shape{.heads = std::max<Int>(attention.kv_heads / tp, 1),
                .key_dim = attention.head_dim,
                .value_dim = attention.value_head_dim,
                .held_by = above};
  if (layout.kv_heads == KvHeadsMode::split) {
    shape.key_dim /= above;
    shape.value_dim /= above;
    shape.held_by = 1;
  }
  return shape;
}

Int kv_bytes_per_token_and_layer(const GroupedQueryAttention& attention, const Layout& layout,
                                 const NumberFormat& format) {
  const KvShape shape = kv_shape(attention, layout);
  return times(shape.heads, plus(row_bytes(format, shape.key_dim), row_bytes(format, shape.value_dim)));
}

Int kv_bytes_per_token(const Model& model, const Layout& layout, const Stage& stage) {
  Int bytes = 0;
  for (std::size_t kind = 0; kind < stage.count.size(); ++kind) {
    const auto& attention = std::get<GroupedQueryAttention>(model.architecture.kinds[kind].attention);
    bytes = plus(bytes,
                 times(stage.count[kind], kv_bytes_per_token_and_layer(attention, layout, model.precision.kv_cache)));
  }
  return bytes;
}

Int kv_tokens_per_sequence(Int context_tokens, const Layout& layout, Int block_tokens) {
  return round_up(ceil_div(context_tokens, layout.context_parallel), block_tokens);
}

}  // namespace worldsize
