#pragma once

#include "engine/engine.hpp"
#include "memory/kv_cache.hpp"
#include "memory/transients.hpp"
#include "memory/weights.hpp"

namespace worldsize {

/// Everything but the layout: what is planned, on what, for which load.
struct Deployment {
  Model model;
  Device device;
  Engine engine;
  Workload workload;
};

/// One rank's memory as a function of the batch: weights + runtime + batch · kv + transients(batch).
struct RankMemory {
  Stage stage;
  WeightBytes weights;
  Int weights_bytes = 0;
  Int kv_bytes_per_token = 0;
  Int kv_bytes_per_sequence = 0;
  TransientRule transient;
  Int runtime_bytes = 0;
};

RankMemory rank_memory(const Deployment& deployment, const Layout& layout, Stage stage);

/// Bytes used on the rank with `batch` sequences.
Int used_bytes(const RankMemory& rank, Int batch);

/// The largest batch for which used_bytes ≤ budget.
struct BatchThatFits {
  Int whole = -1;         ///< up to kLargestBatch; −1 when not even an empty rank fits
  double fractional = 0;  ///< the same with how far the memory left goes towards one more sequence; 0 when nothing fits
};

inline constexpr Int kLargestBatch = Int{1} << 40;

BatchThatFits batch_that_fits(const RankMemory& rank, Int budget);

/// What bounds the batch.
enum class Limit {
  kv_cache,   ///< the next sequence's KV cache and transients no longer fit
  weights,    ///< weights, transients and runtime leave no room for one sequence
  requested,  ///< the batch was given and fits
};

std::string_view limit_name(Limit limit);

/// One layout, evaluated: the batch and the rank that binds.
struct Evaluation {
  Int batch_per_replica = 0;
  double fractional_batch_per_replica = 0;
  bool fits = false;  ///< at least one sequence, and the batch asked for
  Limit limited_by = Limit::kv_cache;
  Int budget_bytes = 0;
  RankMemory rank;  ///< of the stage with the most memory in use at that batch
};

/// Evaluates a layout that breaks no rule. The rank reported is the fullest one, the batch is the smallest over stages.
Evaluation evaluate(const Deployment& deployment, const Layout& layout);

}  // namespace worldsize
