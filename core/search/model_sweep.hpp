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
  double ideal_batch_per_gpu = 0;  ///< formula 1's limit: nothing is replicated
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

/// What b would be if nothing were replicated: b·k/(TP·PP·CP) + M/W + R + transients = C, over the ranks of a replica.
/// Never below the batch of the layout itself.
double ideal_batch_per_gpu(const Deployment& deployment, const Evaluation& evaluation, const Layout& layout);

}  // namespace worldsize
