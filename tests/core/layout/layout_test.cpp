#include "layout/layout.hpp"

#include <gtest/gtest.h>

#include "layout/rules.hpp"
#include "layout/shard.hpp"

namespace worldsize {
namespace {

TEST(Layout, WorldSizeIsTheProductWithoutExpertParallelism) {
  const Layout layout{
      .tensor_parallel = 4, .pipeline_parallel = 2, .context_parallel = 2, .data_parallel = 3, .expert_parallel = 8};
  EXPECT_EQ(world_size(layout), 48);
  EXPECT_EQ(stage_ranks(layout), 24);
}

TEST(Layout, StagesDifferByOneLayerAndTheFirstAreFuller) {
  const auto sizes = [](Int layers, Int stages) {
    std::vector<Int> list;
    for (Int stage = 0; stage < stages; ++stage) list.push_back(stage_layers(layers, stages, stage));
    return list;
  };
  EXPECT_EQ(sizes(94, 4), (std::vector<Int>{24, 24, 23, 23}));
  EXPECT_EQ(sizes(80, 8), std::vector<Int>(8, 10));
  EXPECT_EQ(sizes(7, 7), std::vector<Int>(7, 1));
}

TEST(ExpertGrid, ExpertParallelismTakesItsRanksOutOfTheSpan) {
  const auto grid = [](Int tp, Int dp, Int ep) {
    return expert_grid({.tensor_parallel = tp, .data_parallel = dp, .expert_parallel = ep}, false);
  };
  EXPECT_EQ(grid(8, 1, 8).moe_tensor_parallel, 1);
  EXPECT_EQ(grid(8, 1, 8).replicas, 1);
  EXPECT_EQ(grid(8, 1, 4).moe_tensor_parallel, 2);
  EXPECT_EQ(grid(8, 1, 1).moe_tensor_parallel, 8);
  EXPECT_EQ(grid(1, 8, 8).moe_tensor_parallel, 1);
  EXPECT_EQ(grid(1, 256, 128).replicas, 2);
  EXPECT_EQ(grid(4, 8, 32).moe_tensor_parallel, 1);
  EXPECT_EQ(grid(4, 8, 32).replicas, 1);
  EXPECT_EQ(grid(1, 6, 4).replicas, 0) << "4 does not divide 6 ranks";
}

TEST(ExpertGrid, TheSpanOfTheFeedForwardIsChosenByFfnShard) {
  Layout layout{.tensor_parallel = 2, .context_parallel = 4, .data_parallel = 8, .ffn_shard = FfnShard::tp_cp};
  EXPECT_EQ(expert_grid(layout, false).moe_tensor_parallel, 8);
  layout.ffn_shard = FfnShard::tp_cp_dp;
  EXPECT_EQ(expert_grid(layout, false).moe_tensor_parallel, 64);
  layout.moe_tensor_parallel = 16;
  EXPECT_EQ(expert_grid(layout, false).moe_tensor_parallel, 16);
  EXPECT_EQ(expert_grid(layout, false).replicas, 4);
}

/// The same part is held by held_by ranks, and the different parts make up the tensor and its padding.
void expect_whole(const Tensor& tensor, const Layout& layout, const GroupedQueryAttention& heads) {
  const Shard shard = shard_of(tensor, layout, heads, expert_grid(layout, false));
  const Int here = shard.rows * std::max<Int>(shard.cols, 1) * shard.copies;
  EXPECT_EQ(stage_ranks(layout) % shard.held_by, 0) << tensor.name;
  EXPECT_EQ(here * (stage_ranks(layout) / shard.held_by), elements(tensor) + shard.padding) << tensor.name;
  EXPECT_GE(shard.padding, 0) << tensor.name;
}

TEST(Shard, ThePartsOfATensorAddUpToTheTensorAndItsPadding) {
  Architecture architecture;
  architecture.hidden = 512;
  architecture.vocabulary = 1000;
  const GroupedQueryAttention heads{.query_heads = 16,
                                    .kv_heads = 4,
                                    .head_dim = 64,
                                    .value_head_dim = 64,
                                    .qkv_bias = true,
                                    .output_bias = true,
                                    .query_key_norm = true};
  append_layers(architecture, {heads, MixtureOfExperts{.num_experts = 24, .top_k = 2, .intermediate = 192}}, 3);
  append_layers(architecture, {heads, DenseFeedForward{.intermediate = 768, .bias = true}}, 2);
  const ModelTensors tensors = model_tensors(architecture);
  int valid = 0;
  for (const Int tp : {1, 2, 4, 8, 16})
    for (const Int cp : {1, 2})
      for (const Int dp : {1, 3, 4})
        for (const Int ep : {1, 2, 3, 5, 8, 16})
          for (const auto kv : {KvHeadsMode::replicate, KvHeadsMode::split})
            for (const auto shard : {FfnShard::tp, FfnShard::tp_cp, FfnShard::tp_cp_dp}) {
              const Layout layout{.tensor_parallel = tp,
                                  .context_parallel = cp,
                                  .data_parallel = dp,
                                  .expert_parallel = ep,
                                  .kv_heads = kv,
                                  .ffn_shard = shard};
              if (broken_rules(layout, architecture) != 0) continue;
              ++valid;
              for (const auto& kind : tensors.of_kind)
                for (const Tensor& tensor : kind) expect_whole(tensor, layout, heads);
              for (const Tensor& tensor : tensors.embedding) expect_whole(tensor, layout, heads);
              for (const Tensor& tensor : tensors.head) expect_whole(tensor, layout, heads);
            }
  EXPECT_GT(valid, 100);
}

TEST(Shard, KvHeadsAboveTheirNumberAreReplicatedOrSplit) {
  const GroupedQueryAttention heads{.query_heads = 64, .kv_heads = 4, .head_dim = 128, .value_head_dim = 128};
  const Tensor key{.name = "k_proj", .rows = 512, .cols = 4096, .axis = ShardAxis::kv_heads};
  Layout layout{.tensor_parallel = 16};
  EXPECT_EQ(shard_of(key, layout, heads, {}).rows, 128);
  EXPECT_EQ(shard_of(key, layout, heads, {}).held_by, 4);
  layout.kv_heads = KvHeadsMode::split;
  EXPECT_EQ(shard_of(key, layout, heads, {}).rows, 32);
  EXPECT_EQ(shard_of(key, layout, heads, {}).held_by, 1);
}

}  // namespace
}  // namespace worldsize
