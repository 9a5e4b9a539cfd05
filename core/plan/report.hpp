#pragma once

#include "document/json.hpp"
#include "plan/outcome.hpp"

namespace worldsize {

inline constexpr Int kReportVersion = 1;

JsonArray problems_json(const Problems& problems);

/// The report document of an outcome.
JsonObject report_json(const Outcome& outcome);

}  // namespace worldsize
