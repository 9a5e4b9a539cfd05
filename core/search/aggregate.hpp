#pragma once

#include <span>
#include <vector>

#include "units/integer.hpp"

namespace worldsize {

/// Formula 1's model: memory in GB (10⁹ B), everything divided by the world size W.
struct AggregateSpec {
  double budget_gb = 0;       ///< C: budget of one GPU
  double per_request_gb = 0;  ///< k: memory of one request
  double model_gb = 0;        ///< M: the whole model
  double fixed_gb = 0;        ///< F: the same on every GPU
  Int num_experts = 1;        ///< E
  Int top_k = 1;
};

/// One world size of b·k + M/W + F = C.
struct AggregateRow {
  Int world_size = 1;
  bool fits = false;               ///< M/W + F ≤ C
  double batch_per_gpu = 0;        ///< b = max(0, (C − F − M/W) / k)
  double whole_batch_per_gpu = 0;  ///< ⌊b⌋
  double global_batch = 0;         ///< b · W
  double whole_global_batch = 0;
  double experts_per_gpu = 0;       ///< E / W; below 1 where there are more GPUs than experts
  double expected_m_per_group = 0;  ///< b · W · top_k / E
  double model_gb_per_gpu = 0;
  double batch_gb = 0;
  double fixed_gb = 0;
  double total_gb = 0;
};

AggregateRow aggregate_row(const AggregateSpec& spec, Int world_size);

std::vector<AggregateRow> aggregate_sweep(const AggregateSpec& spec, std::span<const Int> world_sizes);

}  // namespace worldsize
