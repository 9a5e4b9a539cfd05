#pragma once

#include <optional>
#include <vector>

#include "moe/groups.hpp"
#include "plan/plan.hpp"
#include "search/findings.hpp"
#include "search/model_sweep.hpp"

namespace worldsize {

/// Everything computed for a plan, as values. The report is its JSON form and explanations speak of it.
struct Outcome {
  Plan plan;
  Int world_size = 1;
  bool fits = false;
  Limit limited_by = Limit::kv_cache;

  // aggregate models
  AggregateRow aggregate;
  std::vector<AggregateRow> aggregate_rows;

  // all others (whole_model_bytes: both)
  Evaluation evaluation;
  Int kv_tokens_per_sequence = 0;  ///< on one rank, whole blocks
  Int kv_pool_bytes = 0;           ///< budget − weights − transients − runtime on the fullest rank, at least 0
  Int capacity_tokens = 0;         ///< of one replica, whole blocks
  Int max_concurrency = 0;         ///< whole sequences of one replica in the pool
  ParameterCount parameters;
  Int whole_model_bytes = 0;
  std::optional<ExpertGroups> groups;  ///< mixtures only
  std::vector<ModelRow> rows;

  std::optional<Int> best;
  std::vector<Finding> findings;
};

/// Computes the plan; `with_sweep` off leaves rows, best and findings empty.
Outcome compute(Plan plan, bool with_sweep = true);

/// Memory in use on the fullest rank with the outcome's batch, by part.
struct RankUse {
  Int weights = 0;
  Int kv_cache = 0;
  Int transient = 0;
  Int runtime = 0;
  Int used = 0;
  Int budget = 0;
};

RankUse rank_use(const Outcome& outcome);

/// Batch figures of either kind of model. Formula 1 works in fractions of a request; a replica holds whole sequences.
struct BatchFigures {
  double per_replica = 0;
  double per_gpu = 0;
  double global = 0;
  double fractional_per_gpu = 0;
  double whole_per_gpu = 0;
  double whole_global = 0;
};

BatchFigures batch_figures(const Outcome& outcome);

/// A result of the outcome that is too large to be exact, if there is one.
bool is_too_large(const Outcome& outcome);

}  // namespace worldsize
