#include "moe/groups.hpp"

namespace worldsize {

ExpertGroups expert_groups(const MixtureOfExperts& mixture, const Layout& layout, double batch_per_replica) {
  const ExpertGrid grid = expert_grid(layout, false);
  const auto experts = static_cast<double>(mixture.num_experts);
  ExpertGroups groups{.experts_per_gpu = experts / static_cast<double>(grid.expert_parallel),
                      .expert_replicas = grid.replicas,
                      .moe_tensor_parallel = grid.moe_tensor_parallel};
  groups.tokens_per_step =
      batch_per_replica * static_cast<double>(layout.data_parallel) / static_cast<double>(grid.replicas);
  groups.expected_m_per_group = groups.tokens_per_step * static_cast<double>(mixture.top_k) / experts;
  return groups;
}

}  // namespace worldsize
