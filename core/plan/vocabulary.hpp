#pragma once

#include "document/json.hpp"

namespace worldsize {

inline constexpr const char* kPlannerVersion = "0.1.0";

/// The tables that the page and the command line are built from: fields, formats, columns, problem codes, model types.
JsonObject vocabulary_json();

}  // namespace worldsize
