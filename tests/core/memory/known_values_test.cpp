// Figures that are known from elsewhere: published checkpoints, engines' start-up logs, hand computation.
#include <cmath>

#include "support.hpp"

namespace worldsize::test {
namespace {

constexpr double kGib = 1073741824.0;

double weights_gib(Json plan, int tensor_parallel, int data_parallel, int expert_parallel) {
  plan = with(plan, "layout", "tensor_parallel", tensor_parallel);
  plan = with(plan, "layout", "data_parallel", data_parallel);
  plan = with(plan, "layout", "expert_parallel", expert_parallel);
  return number(report(plan), "/memory/weights_bytes") / kGib;
}

TEST(KnownValues, WeightsOfQwen3235BInFp8OnARank) {
  const Json plan = opening_plan();
  EXPECT_NEAR(weights_gib(plan, 8, 1, 8), 27.65, 0.005);
  EXPECT_NEAR(weights_gib(plan, 1, 8, 8), 35.09, 0.005);
  EXPECT_NEAR(weights_gib(plan, 1, 16, 16), 21.87, 0.005);
  EXPECT_NEAR(weights_gib(plan, 1, 32, 32), 15.26, 0.005);
  EXPECT_NEAR(weights_gib(plan, 1, 64, 64), 11.96, 0.005);
}

TEST(KnownValues, KvCacheOfQwen3235BStopsShrinkingAtItsFourKvHeads) {
  const auto per_token = [](int tensor_parallel) {
    Json plan = with(opening_plan(), "layout", "tensor_parallel", tensor_parallel);
    plan = with(plan, "layout", "data_parallel", 1);
    plan = with(plan, "layout", "expert_parallel", tensor_parallel);
    return whole(report(plan), "/kv/bytes_per_token");
  };
  EXPECT_EQ(per_token(1), 96'256);
  EXPECT_EQ(per_token(4), 24'064);
  EXPECT_EQ(per_token(8), 24'064);
}

Json sequence_of(const char* preset, const char* kv_cache, Int context) {
  return report(Json(JsonObject{{"model", JsonObject{{"preset", preset}}},
                                {"precision", JsonObject{{"kv_cache", kv_cache}}},
                                {"workload", JsonObject{{"context_tokens", context}, {"batch_per_replica", 1}}}}));
}

TEST(KnownValues, KvCacheOfOneSequence) {
  const Json coder = sequence_of("Qwen/Qwen3-Coder-480B-A35B-Instruct", "bf16", 262'144);
  EXPECT_EQ(whole(coder, "/kv/bytes_per_token"), 253'952);
  EXPECT_EQ(number(coder, "/kv/bytes_per_sequence") / kGib, 62.0);
  const Json small = sequence_of("Qwen/Qwen3-0.6B", "fp16", 40'960);
  EXPECT_NEAR(number(small, "/kv/bytes_per_sequence") / kGib, 4.38, 0.005);
}

TEST(KnownValues, KvCacheOfADecoderOf36LayersWithEightHeads) {
  const Json answer = report(R"({"model": {"decoder": {"layers": 36, "kv_heads": 8, "head_dim": 128,
                                 "bytes_per_element": 2}}, "workload": {"context_tokens": "32k"}})");
  EXPECT_EQ(number(answer, "/kv/bytes_per_sequence") / kGib, 4.5);
}

/// vLLM prints the pool in GiB with two digits and the tokens it holds: the tokens must lie between those of the pool
/// rounded down and up.
TEST(KnownValues, TokensInAPrintedPool) {
  struct Case {
    const char* preset;
    double pool_gib;
    Int tokens;
  };
  for (const Case& one :
       {Case{"meta-llama/Llama-3.3-70B-Instruct", 53.20, 174'336}, Case{"meta-llama/Meta-Llama-3.1-8B", 58.11, 476'016},
        Case{"Qwen/Qwen2.5-7B", 58.53, 1'096'000}}) {
    const double block_bytes = 16.0 * number(sequence_of(one.preset, "bf16", 4096), "/kv/bytes_per_token");
    EXPECT_LE(16 * std::floor((one.pool_gib - 0.005) * kGib / block_bytes), static_cast<double>(one.tokens));
    EXPECT_GE(16 * std::floor((one.pool_gib + 0.005) * kGib / block_bytes), static_cast<double>(one.tokens));
  }
}

/// Five calculators answer 256 to 2,481 for this question; engines reserve so that 1,050 to 1,190 is right.
TEST(KnownValues, SequencesOfQwen3235BOnEightH200WithTensorParallelism) {
  Json plan = with(opening_plan(), "layout", "tensor_parallel", 8);
  plan = with(plan, "layout", "data_parallel", 1);
  const Int decode = whole(report(plan), "/batch/global");
  const Int mixed = whole(report(with(plan, "workload", "phase", "mixed")), "/batch/global");
  EXPECT_GE(mixed, 1'030);
  EXPECT_LE(decode, 1'190);
  EXPECT_LT(mixed, decode);
}

TEST(KnownValues, APipelineOf94LayersHas24And23AndTheHeadDecides) {
  Json plan = with(opening_plan(), "layout", "data_parallel", 1);
  plan = with(plan, "layout", "expert_parallel", 1);
  plan = with(plan, "layout", "pipeline_parallel", 4);
  const Json answer = report(plan);
  EXPECT_NE(std::string(at(answer, "/memory/rank").as_string()).find("stage 1 of 4, 24 layers and embedding"),
            std::string::npos)
      << to_text(at(answer, "/memory/rank"));
}

}  // namespace
}  // namespace worldsize::test
