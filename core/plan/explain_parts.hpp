#pragma once

#include "plan/explanation.hpp"

namespace worldsize {

// Each returns nothing for a pointer that is not its own.

std::optional<Explanation> explain_aggregate(const Outcome& outcome, std::string_view pointer);
std::optional<Explanation> explain_memory(const Outcome& outcome, std::string_view pointer);
std::optional<Explanation> explain_batch(const Outcome& outcome, std::string_view pointer);
std::optional<Explanation> explain_parameters(const Outcome& outcome, std::string_view pointer);
/// An element of one of the report's lists of parts: "/memory/weights_parts" and its like.
std::optional<Explanation> explain_part(const Outcome& outcome, std::string_view list, std::size_t index,
                                        std::string_view key);
std::optional<Explanation> explain_tensor(const Outcome& outcome, std::size_t row, std::string_view key);

/// W = PP · CP · TP · DP; the same for every kind of model.
Explanation explain_world_size(const Outcome& outcome);

}  // namespace worldsize
