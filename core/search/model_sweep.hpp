#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/capacity.hpp"
#include "layout/rules.hpp"
#include "search/strategy.hpp"

namespace worldsize {

/// One world size of a real model or generic decoder. Memory is that of the fullest rank with the whole batch.
struct ModelRow {
  Int world_size = 1;
  Layout layout;
  LayoutRules broken = 0;  ///< not 0: no valid layout, and the rest is zero
  bool fits = false;
  double batch_per_gpu = 0;        ///< batch_per_replica · DP / W with its fraction
  double whole_batch_per_gpu = 0;  ///< the same for whole sequences a replica
  double ideal_batch_per_gpu = 0;  ///< formula 1's limit, weights divided by W in full
  double global_batch = 0;
  double whole_global_batch = 0;
  std::optional<double> experts_per_gpu;       ///< mixtures only
  std::optional<double> expected_m_per_group;  ///< mixtures only
  Int weights_bytes = 0;
  Int ideal_weights_bytes = 0;  ///< M / W
  Int kv_cache_bytes = 0;
  Int transient_bytes = 0;
  Int runtime_bytes = 0;
  Int used_bytes = 0;
  Int budget_bytes = 0;
};

/// The rows of `strategy`, each with as many sequences as fit, whatever batch the workload names.
std::vector<ModelRow> model_sweep(const Deployment& deployment, Strategy strategy, const Layout& base,
                                  std::span<const Int> world_sizes);

/// What b would be on W ranks if every byte of the weights were divided by W: b·k + M/W + R + transients = C for one
/// rank that holds whole sequences.
double ideal_batch_per_gpu(const Deployment& deployment, Int world_size);

}  // namespace worldsize
