#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "document/json.hpp"

namespace worldsize {

inline constexpr Int kPlanVersion = 1;

/// A value of the plan that differs from the preset it started from.
struct Override {
  std::string pointer;
  Json value;
  Json preset_value;
};

enum class ModelKind { hf_config, decoder, aggregate };
std::string_view model_kind_name(ModelKind kind);

/// A plan document with every field written out, so that it means the same for ever.
struct NormalPlan {
  JsonObject document;
  ModelKind model_kind = ModelKind::hf_config;
  std::vector<Override> overrides;
  Problems problems;  ///< all at once; where a value is in error, the document holds the default instead
};

/// Fills in defaults and presets and reads texts as quantities. Never fails: problems say what was wrong.
NormalPlan normalise(const JsonObject& given, const Catalogue& catalogue);

}  // namespace worldsize
