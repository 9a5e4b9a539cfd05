#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/capacity.hpp"
#include "plan/normalise.hpp"
#include "search/aggregate.hpp"
#include "search/strategy.hpp"

namespace worldsize {

/// A plan as values, ready to compute with.
struct Plan {
  JsonObject document;  ///< normalised
  std::vector<Override> overrides;
  ModelKind kind = ModelKind::hf_config;
  std::string model_name;
  AggregateSpec aggregate;  ///< of that kind of model; otherwise unused
  Deployment deployment;    ///< of the others
  Layout layout;
  Strategy strategy = Strategy::dp_ep;
  std::vector<Int> world_sizes;
  Problems remarks;  ///< warnings and notes
};

/// Either a plan, or the problems that keep it from being one: all of them, with at least one error.
struct PlanResult {
  std::optional<Plan> plan;
  Problems problems;
};

PlanResult read_plan(std::string_view text, const Catalogue& catalogue);

}  // namespace worldsize
