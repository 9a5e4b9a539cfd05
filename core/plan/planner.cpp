#include "plan/planner.hpp"

#include "plan/explanation.hpp"
#include "plan/outcome.hpp"
#include "plan/plan.hpp"
#include "plan/report.hpp"
#include "plan/vocabulary.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

std::string failure(const Problems& problems) {
  return to_text(JsonObject{{"ok", false}, {"problems", problems_json(problems)}});
}

Problem too_large() {
  return {ProblemCode::result_too_large, "",
          "The plan needs more than 8 PiB on one rank or in the model; results are exact only below that.", "",
          "results below 2^53 bytes and parameters"};
}

}  // namespace

std::string Planner::load_catalogue(std::string_view catalogue) {
  Problems problems;
  catalogue_.load(catalogue, problems);
  if (has_errors(problems)) return failure(problems);
  return to_text(
      JsonObject{{"ok", true}, {"models", catalogue_.models().size()}, {"devices", catalogue_.devices().size()}});
}

std::string Planner::evaluate(std::string_view plan) const {
  PlanResult read = read_plan(plan, catalogue_);
  if (!read.plan) return failure(read.problems);
  const Outcome outcome = compute(std::move(*read.plan));
  if (is_too_large(outcome)) return failure({too_large()});
  return to_text(JsonObject{{"ok", true}, {"report", report_json(outcome)}});
}

std::string Planner::explain(std::string_view plan, std::string_view pointer) const {
  PlanResult read = read_plan(plan, catalogue_);
  if (!read.plan) return failure(read.problems);
  const Outcome outcome = compute(std::move(*read.plan));
  if (is_too_large(outcome)) return failure({too_large()});
  const auto explanation = worldsize::explain(outcome, pointer);
  if (!explanation)
    return failure({{ProblemCode::unknown_field, "",
                     fill("The report has no number at {} that can be explained.", {pointer.substr(0, 80)}),
                     to_text(Json(pointer.substr(0, 80))), "a JSON pointer to a number of the report"}});
  return to_text(JsonObject{{"ok", true}, {"explanation", explanation_json(*explanation)}});
}

std::string Planner::vocabulary() { return to_text(JsonObject{{"ok", true}, {"vocabulary", vocabulary_json()}}); }

}  // namespace worldsize
