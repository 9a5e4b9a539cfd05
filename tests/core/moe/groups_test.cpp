#include "moe/groups.hpp"

#include <gtest/gtest.h>

namespace worldsize {
namespace {

constexpr MixtureOfExperts kQwen3{.num_experts = 128, .top_k = 8, .intermediate = 1536};

TEST(ExpertGroups, AttentionReplicasShareOneCopyOfTheExperts) {
  const ExpertGroups groups = expert_groups(kQwen3, {.data_parallel = 8, .expert_parallel = 8}, 100);
  EXPECT_EQ(groups.experts_per_gpu, 16);
  EXPECT_EQ(groups.tokens_per_step, 800);
  EXPECT_EQ(groups.expected_m_per_group, 50);  // 800 · 8 / 128
}

TEST(ExpertGroups, UnderTensorParallelismTheGroupHoldsOneReplica) {
  const ExpertGroups groups = expert_groups(kQwen3, {.tensor_parallel = 8, .expert_parallel = 8}, 800);
  EXPECT_EQ(groups.expected_m_per_group, 50);
}

TEST(ExpertGroups, WithDataParallelismAsTheWorldSizeMIsThatOfTheWorldSizeFormula) {
  for (const Int ranks : {1, 2, 16, 128}) {
    const ExpertGroups groups = expert_groups(kQwen3, {.data_parallel = ranks, .expert_parallel = ranks}, 50.5);
    EXPECT_DOUBLE_EQ(groups.expected_m_per_group, 50.5 * static_cast<double>(ranks) * 8 / 128);
  }
}

TEST(ExpertGroups, CopiesOfTheExpertsShareTheTokens) {
  const ExpertGroups groups = expert_groups(kQwen3, {.data_parallel = 256, .expert_parallel = 128}, 100);
  EXPECT_EQ(groups.expert_replicas, 2);
  EXPECT_EQ(groups.tokens_per_step, 12'800);
  EXPECT_EQ(groups.expected_m_per_group, 800);
}

}  // namespace
}  // namespace worldsize
