#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/json.hpp"
#include "plan/outcome.hpp"

namespace worldsize {

/// How far a number is to be trusted.
enum class Certainty {
  exact,      ///< counted: follows from the inputs by definition
  estimated,  ///< a rule that leaves something out
  assumed,    ///< rests on a constant that was taken from elsewhere
};

/// One quantity that a number was computed from.
struct ExplanationInput {
  std::string pointer;  ///< of the plan's field, or of the report's number; empty for a constant
  std::string label;
  double value = 0;
  std::string unit;
};

/// How a number came about: the formula in symbols and in values, its inputs and its source.
struct Explanation {
  std::string pointer;  ///< of the number in the report
  std::string label;
  double value = 0;
  std::string unit;
  std::string formula;
  std::string substituted;
  std::vector<ExplanationInput> inputs;
  std::string source;
  Certainty certainty = Certainty::exact;
  std::string note;
};

/// The numbers that a report explains at once; the others are explained on demand.
std::vector<Explanation> main_explanations(const Outcome& outcome);

/// The explanation of the number at `pointer` of the report; nothing when there is no such number.
std::optional<Explanation> explain(const Outcome& outcome, std::string_view pointer);

JsonObject explanation_json(const Explanation& explanation);

}  // namespace worldsize
