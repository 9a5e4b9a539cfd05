#pragma once

#include <string>
#include <variant>
#include <vector>

#include "units/integer.hpp"

namespace worldsize {

/// MHA, GQA and MQA: query heads that share `kv_heads` pairs of key and value heads.
struct GroupedQueryAttention {
  Int query_heads = 1;
  Int kv_heads = 1;
  Int head_dim = 1;        ///< of queries and keys
  Int value_head_dim = 1;  ///< of values
  bool qkv_bias = false;
  bool output_bias = false;
  bool query_key_norm = false;  ///< an RMSNorm weight of head_dim each for queries and keys

  bool operator==(const GroupedQueryAttention&) const = default;
};

using Attention = std::variant<GroupedQueryAttention>;

/// gate, up and down projections (SwiGLU and its kin).
struct DenseFeedForward {
  Int intermediate = 1;
  bool bias = false;
  /// Formula 2 describes a mixture as one wide feed-forward (ffn_dim = experts × intermediate) that EP divides further.
  bool divided_by_expert_parallel = false;

  bool operator==(const DenseFeedForward&) const = default;
};

/// A router and `num_experts` gated feed-forwards, of which each token takes `top_k`.
struct MixtureOfExperts {
  Int num_experts = 1;
  Int top_k = 1;
  Int intermediate = 1;  ///< of one routed expert

  bool operator==(const MixtureOfExperts&) const = default;
};

using FeedForward = std::variant<DenseFeedForward, MixtureOfExperts>;

struct LayerKind {
  Attention attention;
  FeedForward feed_forward;

  bool operator==(const LayerKind&) const = default;
};

/// `count` consecutive layers of one kind.
struct LayerRun {
  Int kind = 0;  ///< index into Architecture::kinds
  Int count = 0;
};

/// What a model is: its layers in order and what stands around them. All sizes in elements.
struct Architecture {
  std::string name;
  Int hidden = 1;
  Int vocabulary = 0;           ///< 0: no embedding and no head are counted (generic decoder)
  bool tied_embedding = false;  ///< the head is the embedding's matrix
  bool norms = true;            ///< two RMSNorms a layer and one before the head
  Int max_context_tokens = 0;   ///< 0: not stated
  std::vector<LayerKind> kinds;
  std::vector<LayerRun> runs;
};

Int layer_count(const Architecture& architecture);

/// Appends `count` layers of `kind`, sharing the kind with equal ones and the run with an equal predecessor.
void append_layers(Architecture& architecture, const LayerKind& kind, Int count);

/// The first mixture among the layer kinds; null for a dense model.
const MixtureOfExperts* first_mixture(const Architecture& architecture);

/// The generic decoder of formula 2: `layers` equal layers of attention and gated feed-forward, nothing around them.
struct DecoderSpec {
  Int hidden = 0;
  Int query_heads = 0;
  Int kv_heads = 0;
  Int head_dim = 0;
  Int ffn_dim = 0;  ///< of a mixture: experts × intermediate
  Int layers = 0;
  double bytes_per_element = 0;
};

Architecture decoder_architecture(const DecoderSpec& spec);

}  // namespace worldsize
