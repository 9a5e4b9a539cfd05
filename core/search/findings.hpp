#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "search/aggregate.hpp"
#include "search/model_sweep.hpp"

namespace worldsize {

/// A statement about the rows of a sweep, with the numbers it rests on.
struct Finding {
  std::string code;
  std::string message;
  std::vector<std::pair<std::string, double>> values;
};

/// The index of the best row: of those that fit, the one with the most requests a GPU; of equals, the fewest GPUs.
std::optional<Int> best_row(std::span<const AggregateRow> rows);
std::optional<Int> best_row(std::span<const ModelRow> rows);

/// Computed from the rows alone, in reading order: what does not fit, what rises or falls and by how much, where most
/// of the gain is reached, whole requests, ranks without experts, what replication costs.
std::vector<Finding> findings(const AggregateSpec& spec, std::span<const AggregateRow> rows);
std::vector<Finding> findings(const Deployment& deployment, std::span<const ModelRow> rows);

}  // namespace worldsize
