#pragma once

#include "memory/stage.hpp"

namespace worldsize {

/// The KV cache of one layer on one rank.
struct KvShape {
  Int heads = 1;    ///< KV heads (or parts of heads) on the rank
  Int key_dim = 1;  ///< values of a key on the rank; below head_dim where a head is split
  Int value_dim = 1;
  Int held_by = 1;  ///< ranks of one replica and stage that hold the same values
};

KvShape kv_shape(const GroupedQueryAttention& attention, const Layout& layout);

/// Bytes of one token in one layer on one rank: keys and values.
Int kv_bytes_per_token_and_layer(const GroupedQueryAttention& attention, const Layout& layout,
                                 const NumberFormat& format);

/// Bytes of one token in all layers of a stage on one rank.
Int kv_bytes_per_token(const Model& model, const Layout& layout, const Stage& stage);

/// Tokens of one sequence that a rank stores: CP divides them, and each rank's share is rounded up to whole blocks.
Int kv_tokens_per_sequence(Int context_tokens, const Layout& layout, Int block_tokens);

}  // namespace worldsize
