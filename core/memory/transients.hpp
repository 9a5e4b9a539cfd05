#pragma once

#include <string_view>
#include <vector>

#include "memory/stage.hpp"

namespace worldsize {

/// Memory that a step needs and gives back, as coefficients, so that a batch can be solved for.
struct TransientRule {
  // bytes for each token of the step
  Int residual = 0;
  Int attention = 0;
  Int feed_forward = 0;
  // bytes for each sequence
  Int logits = 0;
  Int per_sequence = 0;  ///< formula 2's rule, which scales with the batch alone
  // tokens of the step: the larger of the batch (when it decodes) and the prompt tokens of a chunk
  bool decodes = true;
  Int chunk_tokens = 0;
};

/// The parts at one batch. The attention and the feed-forward reuse one another's memory: only the larger counts.
struct TransientBytes {
  Int residual = 0;
  Int attention = 0;
  Int feed_forward = 0;
  Int logits = 0;
  Int per_sequence = 0;
};

/// The rule for the fullest rank of `stage`.
///
/// Generic decoder (formula 2), a sequence: decode 4·(hidden + h_q·d/TP) values; prefill of T tokens
/// 2·(h_q/TP)·T·1024 + T·hidden values; mixed the larger one.
///
/// Real models, a token: residual 2·hidden; attention q, k, v and output on the rank; a dense feed-forward gate, up and
/// their product (3·I); a mixture top_k · (max(2·I, hidden) + I), the two work buffers of a fused expert kernel.
/// A sequence on the last stage: its logits over the whole vocabulary in fp32.
TransientRule transient_rule(const Model& model, const Layout& layout, const Stage& stage, const Workload& workload);

TransientBytes transients(const TransientRule& rule, Int batch);
Int total_bytes(const TransientBytes& bytes);

/// One part that counts towards the total, and what it is a multiple of.
struct TransientPart {
  std::string_view name;
  Int bytes = 0;
  Int each = 0;           ///< bytes for one token or one sequence
  bool per_token = true;  ///< of the step; else for each sequence
};

/// The parts above 0 that make up the total: of attention and feed-forward only the larger.
std::vector<TransientPart> counted_parts(const TransientRule& rule, Int batch);

/// Tokens of one replica's step at this batch.
Int step_tokens(const TransientRule& rule, Int batch);

}  // namespace worldsize
