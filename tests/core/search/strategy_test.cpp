#include "search/strategy.hpp"

#include "layout/rules.hpp"
#include "support.hpp"

namespace worldsize::test {
namespace {

Architecture mixture() {
  Architecture architecture;
  append_layers(architecture,
                {GroupedQueryAttention{.query_heads = 64, .kv_heads = 4},
                 MixtureOfExperts{.num_experts = 128, .top_k = 8, .intermediate = 1536}},
                94);
  return architecture;
}

Architecture dense() {
  Architecture architecture;
  append_layers(architecture,
                {GroupedQueryAttention{.query_heads = 28, .kv_heads = 4}, DenseFeedForward{.intermediate = 18944}}, 28);
  return architecture;
}

Layout split(Strategy strategy, Int size, const Architecture& architecture) {
  return layout_for(strategy, size, architecture, {.scale_up_domain = 8}, {});
}

TEST(Strategy, DataAndExpertParallelismSpreadsExpertsAndReplicatesThemBeyond) {
  for (const Int size : {1, 2, 64, 128}) {
    const Layout layout = split(Strategy::dp_ep, size, mixture());
    EXPECT_EQ(layout.data_parallel, size);
    EXPECT_EQ(layout.expert_parallel, size);
    EXPECT_EQ(layout.tensor_parallel, 1);
  }
  EXPECT_EQ(split(Strategy::dp_ep, 256, mixture()).expert_parallel, 128);
  EXPECT_EQ(split(Strategy::dp_ep, 192, mixture()).expert_parallel, 96);
}

TEST(Strategy, TensorParallelismStaysInTheDomainAndSuitsTheHeads) {
  EXPECT_EQ(split(Strategy::tp, 8, mixture()).tensor_parallel, 8);
  EXPECT_EQ(split(Strategy::tp, 64, mixture()).tensor_parallel, 8);
  EXPECT_EQ(split(Strategy::tp, 64, mixture()).data_parallel, 8);
  // 28 query heads do not divide by 8; 7 divides them, but neither do the 4 KV heads divide by 7.
  EXPECT_EQ(split(Strategy::tp, 8, dense()).tensor_parallel, 4);
  EXPECT_EQ(split(Strategy::tp, 7, dense()).tensor_parallel, 1);
}

TEST(Strategy, OneNodeOfTensorAndExpertParallelism) {
  const Layout layout = split(Strategy::tp_ep, 32, mixture());
  EXPECT_EQ(layout.tensor_parallel, 8);
  EXPECT_EQ(layout.expert_parallel, 8);
  EXPECT_EQ(layout.data_parallel, 4);
}

TEST(Strategy, PipelineStagesTakeWhatTensorParallelismLeaves) {
  const Layout layout = split(Strategy::tp_pp, 32, mixture());
  EXPECT_EQ(layout.tensor_parallel, 8);
  EXPECT_EQ(layout.pipeline_parallel, 4);
  EXPECT_NE(broken_rules(split(Strategy::tp_pp, 1024, mixture()), mixture()), 0U) << "128 stages of 94 layers";
}

TEST(Strategy, EveryLayoutHasTheWorldSizeAskedFor) {
  for (const Strategy strategy : {Strategy::dp_ep, Strategy::tp_ep, Strategy::tp, Strategy::tp_pp})
    for (Int size = 1; size <= 300; ++size) EXPECT_EQ(world_size(split(strategy, size, mixture())), size);
}

TEST(ModelSweep, ARowIsThePlanWithItsLayout) {
  const Json answer = report(opening_plan());
  for (const Json& row : at(answer, "/sweep/rows").as_array()) {
    Json plan = opening_plan();
    for (const auto& member : row.at("layout").as_object()) plan = with(plan, "layout", member.key(), member.value());
    const Json there = report(plan);
    EXPECT_EQ(whole(there, "/world_size"), whole(row, "/world_size"));
    EXPECT_EQ(there.at("fits"), row.at("fits"));
    EXPECT_EQ(whole(there, "/memory/weights_bytes"), whole(row, "/weights_bytes"));
    EXPECT_EQ(whole(there, "/memory/used_bytes"), whole(row, "/used_bytes"));
    EXPECT_EQ(number(there, "/batch/whole_per_gpu"), number(row, "/whole_batch_per_gpu"));
    EXPECT_EQ(number(there, "/batch/fractional_per_gpu"), number(row, "/batch_per_gpu"));
  }
}

TEST(ModelSweep, AWorldSizeWithoutLayoutSaysWhy) {
  const Json answer = report(R"({"sweep": {"strategy": "tp_pp", "world_sizes": [8, 1024]}})");
  const Json& row = at(answer, "/sweep/rows/1");
  EXPECT_EQ(row.at("fits"), Json(false));
  EXPECT_NE(std::string(row.at("reason").as_string()).find("94 layers"), std::string::npos);
}

TEST(ModelSweep, TheBestRowHasTheMostRequestsAGpuAndOfEqualsTheFewestGpus) {
  // From 128 GPUs on, experts are replicated and a GPU holds the same.
  const Json answer = report(opening_plan());
  EXPECT_EQ(whole(answer, "/sweep/best/world_size"), 128);
}

}  // namespace
}  // namespace worldsize::test
