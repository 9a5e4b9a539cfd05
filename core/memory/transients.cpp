#include "memory/transients.hpp"

#include <algorithm>

#include "memory/kv_cache.hpp"

namespace worldsize {
namespace {

constexpr Int kLogitBytes = 4;  // sampling works in fp32

Int in_bytes(Int values, Int bits) { return ceil_div(times(values, bits), 8); }

/// The seed rule's block of keys that one pass of prefill attention holds scores for.
constexpr Int kSeedKeyBlock = 1024;

TransientRule seed_rule(const Model& model, const Layout& layout, const Workload& workload) {
  const auto& attention = std::get<GroupedQueryAttention>(model.architecture.kinds.front().attention);
  const Int hidden = model.architecture.hidden;
  const Int bits = model.precision.activations.bits;
  const Int heads = attention.query_heads / layout.tensor_parallel;
  const Int tokens = workload.prefill_chunk_tokens;
  const Int decode = in_bytes(times(4, plus(hidden, times(heads, attention.head_dim))), bits);
  const Int prefill = in_bytes(plus(times(2, heads, tokens, kSeedKeyBlock), times(tokens, hidden)), bits);
  TransientRule rule;
  rule.per_sequence = workload.phase == Phase::decode    ? decode
                      : workload.phase == Phase::prefill ? prefill
                                                         : std::max(decode, prefill);
  return rule;
}

Int attention_values(const GroupedQueryAttention& attention, const Layout& layout) {
  const KvShape kv = kv_shape(attention, layout);
  const Int heads = attention.query_heads / layout.tensor_parallel;
  return plus(times(heads, attention.head_dim + attention.value_head_dim), times(kv.heads, kv.key_dim + kv.value_dim));
}

Int feed_forward_values(const FeedForward& feed_forward, const Layout& layout, Int hidden) {
  if (const auto* dense = std::get_if<DenseFeedForward>(&feed_forward))
    return 3 * ceil_div(dense->intermediate, ffn_span(layout));
  const auto& mixture = std::get<MixtureOfExperts>(feed_forward);
  const Int intermediate = ceil_div(mixture.intermediate, expert_grid(layout, false).moe_tensor_parallel);
  return times(mixture.top_k, std::max(2 * intermediate, hidden) + intermediate);
}

}  // namespace

TransientRule transient_rule(const Model& model, const Layout& layout, const Stage& stage, const Workload& workload) {
  if (has_wide_feed_forward(model.architecture)) return seed_rule(model, layout, workload);
  const Int bits = model.precision.activations.bits;
  const Int hidden = model.architecture.hidden;
  TransientRule rule;
  rule.residual = in_bytes(2 * hidden, bits);
  for (std::size_t kind = 0; kind < stage.count.size(); ++kind) {
    if (stage.count[kind] == 0) continue;
    const LayerKind& layer = model.architecture.kinds[kind];
    const auto& attention = std::get<GroupedQueryAttention>(layer.attention);
    rule.attention = std::max(rule.attention, in_bytes(attention_values(attention, layout), bits));
    rule.feed_forward =
        std::max(rule.feed_forward, in_bytes(feed_forward_values(layer.feed_forward, layout, hidden), bits));
  }
  if (stage.holds_head) rule.logits = times(model.architecture.vocabulary, kLogitBytes);
  rule.decodes = workload.phase != Phase::prefill;
  if (workload.phase != Phase::decode)
    rule.chunk_tokens = ceil_div(workload.prefill_chunk_tokens, layout.context_parallel);
  return rule;
}

Int step_tokens(const TransientRule& rule, Int batch) { return std::max(rule.decodes ? batch : 0, rule.chunk_tokens); }

TransientBytes transients(const TransientRule& rule, Int batch) {
  const Int tokens = step_tokens(rule, batch);
  return {.residual = times(rule.residual, tokens),
          .attention = times(rule.attention, tokens),
          .feed_forward = times(rule.feed_forward, tokens),
          .logits = times(rule.logits, batch),
          .per_sequence = times(rule.per_sequence, batch)};
}

std::vector<TransientPart> counted_parts(const TransientRule& rule, Int batch) {
  const TransientBytes bytes = transients(rule, batch);
  std::vector<TransientPart> parts;
  const auto add = [&](const TransientPart& part) {
    if (part.bytes > 0) parts.push_back(part);
  };
  add({.name = "residual", .bytes = bytes.residual, .each = rule.residual});
  if (bytes.attention > bytes.feed_forward) {
    add({.name = "attention", .bytes = bytes.attention, .each = rule.attention});
  } else {
    add({.name = "feed_forward", .bytes = bytes.feed_forward, .each = rule.feed_forward});
  }
  add({.name = "logits", .bytes = bytes.logits, .each = rule.logits, .per_token = false});
  add({.name = "step", .bytes = bytes.per_sequence, .each = rule.per_sequence, .per_token = false});
  return parts;
}

Int total_bytes(const TransientBytes& bytes) {
  return plus(bytes.residual, std::max(bytes.attention, bytes.feed_forward), bytes.logits, bytes.per_sequence);
}

}  // namespace worldsize
