#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "document/json.hpp"
#include "golden.hpp"
#include "plan/planner.hpp"

namespace worldsize::test {

/// Parses a JSON text of a test; a mistake in it fails the test.
inline Json json(std::string_view text) {
  Problems problems;
  auto value = parse_json(text, problems);
  if (!value) {
    ADD_FAILURE() << "not JSON: " << (problems.empty() ? "" : problems.front().message) << "\n" << text;
    return nullptr;
  }
  return *value;
}

/// The value at a pointer; a missing one fails the test.
inline const Json& at(const Json& root, std::string_view pointer) {
  static const Json none;
  const Json* value = at_pointer(root, pointer);
  if (value == nullptr) ADD_FAILURE() << "nothing at " << pointer;
  return value != nullptr ? *value : none;
}

inline Int whole(const Json& root, std::string_view pointer) {
  const auto value = as_whole(at(root, pointer));
  if (!value) ADD_FAILURE() << "no whole number at " << pointer;
  return value.value_or(-1);
}

inline double number(const Json& root, std::string_view pointer) {
  const auto value = as_number(at(root, pointer));
  if (!value) ADD_FAILURE() << "no number at " << pointer;
  return value.value_or(-1);
}

/// A planner with the whole catalogue.
inline const Planner& planner() {
  static const Planner instance = [] {
    Planner made;
    EXPECT_EQ(json(made.load_catalogue(packed_catalogue())).at("ok"), Json(true));
    return made;
  }();
  return instance;
}

/// The report of a plan that must be valid.
inline Json report(std::string_view plan) {
  const Json answer = json(planner().evaluate(plan));
  if (answer.at("ok") != Json(true)) {
    ADD_FAILURE() << "refused: " << to_text(answer) << "\n" << plan;
    return nullptr;
  }
  return answer.at("report");
}

inline Json report(const char* plan) { return report(std::string_view(plan)); }
inline Json report(const Json& plan) { return report(to_text(plan)); }

/// The problems of a plan that must be refused.
inline JsonArray problems(std::string_view plan) {
  const Json answer = json(planner().evaluate(plan));
  if (answer.at("ok") != Json(false)) {
    ADD_FAILURE() << "accepted: " << plan;
    return {};
  }
  return answer.at("problems").as_array();
}

/// Qwen3-235B-A22B in fp8 on H200 with DP = EP = 8.
inline Json opening_plan() {
  return json(R"({"model": {"preset": "Qwen/Qwen3-235B-A22B"}, "device": {"preset": "H200-SXM-141GB"},
                  "precision": {"weights": "fp8", "kv_cache": "fp8"},
                  "layout": {"data_parallel": 8, "expert_parallel": 8}})");
}

/// Sets `plan[group][name] = value`.
inline Json with(Json plan, std::string_view group, std::string_view name, const Json& value) {
  auto& object = plan.as_object();
  if (!object.contains(group)) object[group] = JsonObject{};
  object[group].as_object()[name] = value;
  return plan;
}

}  // namespace worldsize::test
