#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/json.hpp"
#include "model/architecture.hpp"

namespace worldsize {

/// Reads a Hugging Face config.json found at `pointer` of the plan. Adds every problem it finds; the architecture is
/// meaningful only if none is an error.
Architecture read_hf_config(const Json& config, const std::string& pointer, Problems& problems);

/// The model_type values that are read.
std::vector<std::string_view> known_model_types();

}  // namespace worldsize
