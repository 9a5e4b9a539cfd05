#pragma once

#include "layout/layout.hpp"

namespace worldsize {

/// What the experts of one rank see in a decode step.
struct ExpertGroups {
  double experts_per_gpu = 0;       ///< E / EP of the routed experts
  double tokens_per_step = 0;       ///< tokens routed within one copy of the experts
  double expected_m_per_group = 0;  ///< mean rows of one expert's GEMM: tokens · top_k / E
  Int expert_replicas = 1;          ///< copies of all experts in a stage
  Int moe_tensor_parallel = 1;
};

/// Decode sends one token of every sequence through the experts. The DP replicas of a stage share
/// `expert_replicas` copies of the experts, so one copy sees batch · DP / copies tokens.
ExpertGroups expert_groups(const MixtureOfExperts& mixture, const Layout& layout, double batch_per_replica);

}  // namespace worldsize
