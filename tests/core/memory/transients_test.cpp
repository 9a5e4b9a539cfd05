// The rule of real models, by hand. The generic decoder's rule has golden vectors.
#include "memory/transients.hpp"

#include <gtest/gtest.h>

namespace worldsize {
namespace {

Model model_of(const FeedForward& feed_forward) {
  Architecture architecture;
  architecture.hidden = 4096;
  architecture.vocabulary = 151936;
  append_layers(
      architecture,
      {GroupedQueryAttention{.query_heads = 64, .kv_heads = 4, .head_dim = 128, .value_head_dim = 128}, feed_forward},
      4);
  return make_model(std::move(architecture), uniform_precision(16));
}

TransientBytes of(const Model& model, const Layout& layout, const Workload& workload, Int batch, Int stage = 0) {
  return transients(transient_rule(model, layout, stage_of(model.architecture, layout, stage), workload), batch);
}

const MixtureOfExperts kMixture{.num_experts = 128, .top_k = 8, .intermediate = 1536};
const Workload kMixed{.phase = Phase::mixed, .prefill_chunk_tokens = 8192};

TEST(Transients, OfAMixtureOnOneRank) {
  const TransientBytes bytes = of(model_of(kMixture), {}, kMixed, 100);
  EXPECT_EQ(bytes.residual, 8192 * 2 * 4096 * 2);
  EXPECT_EQ(bytes.attention, 8192 * (64 * 256 + 4 * 256) * 2);
  EXPECT_EQ(bytes.feed_forward, Int{8192} * 8 * (4096 + 1536) * 2);  // 2 · 1536 is narrower than hidden
  EXPECT_EQ(bytes.logits, 100 * 151936 * 4);
  EXPECT_EQ(total_bytes(bytes), bytes.residual + bytes.feed_forward + bytes.logits);
}

TEST(Transients, OfADenseModelShrinkWithTensorParallelism) {
  const Model model = model_of(DenseFeedForward{.intermediate = 12288});
  const TransientBytes bytes = of(model, {.tensor_parallel = 8}, kMixed, 100);
  EXPECT_EQ(bytes.residual, 8192 * 2 * 4096 * 2);
  EXPECT_EQ(bytes.attention, 8192 * (8 * 256 + 1 * 256) * 2);
  EXPECT_EQ(bytes.feed_forward, Int{8192} * 3 * 12288 / 8 * 2);
}

TEST(Transients, TheStepHasAChunkOrTheBatchWhicheverIsLarger) {
  const Model model = model_of(kMixture);
  const auto tokens = [&](Phase phase, Int batch) {
    const Workload workload{.phase = phase, .prefill_chunk_tokens = 8192};
    return of(model, {}, workload, batch).residual / (Int{2} * 4096 * 2);
  };
  EXPECT_EQ(tokens(Phase::decode, 100), 100);
  EXPECT_EQ(tokens(Phase::prefill, 100), 8192);
  EXPECT_EQ(tokens(Phase::mixed, 100), 8192);
  EXPECT_EQ(tokens(Phase::mixed, 10'000), 10'000);
}

TEST(Transients, OnlyTheLastStageHoldsLogits) {
  const Model model = model_of(kMixture);
  const Layout layout{.pipeline_parallel = 2};
  EXPECT_EQ(of(model, layout, kMixed, 100, 0).logits, 0);
  EXPECT_GT(of(model, layout, kMixed, 100, 1).logits, 0);
}

TEST(Transients, ContextParallelismDividesTheChunk) {
  const Model model = model_of(kMixture);
  EXPECT_EQ(2 * of(model, {.context_parallel = 2}, kMixed, 100).residual, of(model, {}, kMixed, 100).residual);
}

TEST(Transients, TheCountedPartsAddUpToTheTotal) {
  for (const FeedForward& feed_forward :
       {FeedForward{kMixture}, FeedForward{DenseFeedForward{.intermediate = 128}},
        FeedForward{DenseFeedForward{.intermediate = 4096, .divided_by_expert_parallel = true}}}) {
    const Model model = model_of(feed_forward);
    const TransientRule rule = transient_rule(model, {}, stage_of(model.architecture, {}, 0), kMixed);
    Int sum = 0;
    for (const TransientPart& part : counted_parts(rule, 50)) {
      EXPECT_EQ(part.bytes, part.each * (part.per_token ? step_tokens(rule, 50) : 50)) << part.name;
      sum += part.bytes;
    }
    EXPECT_EQ(sum, total_bytes(transients(rule, 50)));
  }
}

}  // namespace
}  // namespace worldsize
