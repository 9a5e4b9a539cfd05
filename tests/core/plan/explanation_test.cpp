// Every number of a report explains itself, and the explanation arrives at that number.
#include "support.hpp"

namespace worldsize::test {
namespace {

struct Walker {
  std::string plan;
  int explained = 0;

  void number(const Json& value, const std::string& pointer, double factor) {
    const Json answer = json(planner().explain(plan, pointer));
    ASSERT_EQ(answer.at("ok"), Json(true)) << pointer << " " << to_text(answer);
    const Json& explanation = answer.at("explanation");
    EXPECT_NEAR(*as_number(explanation.at("value")), *as_number(value) * factor,
                1e-9 * std::abs(*as_number(value) * factor) + (factor > 1 ? 0.5 : 0))
        << pointer << ": " << explanation.at("substituted").as_string();
    EXPECT_EQ(explanation.at("pointer"), Json(pointer));
    for (const char* name : {"label", "formula", "substituted", "source"})
      EXPECT_FALSE(explanation.at(name).as_string().empty()) << pointer << " has no " << name;
    ++explained;
  }

  void walk(const Json& value, const std::string& pointer) {
    if (value.is_number()) {
      // Formula 1's memory is reported in GB in the rows and explained in bytes.
      const bool gigabytes = pointer.size() > 3 && (pointer.ends_with("_gb") || pointer.ends_with("_gb_per_gpu"));
      number(value, pointer, gigabytes ? 1e9 : 1);
    } else if (const JsonObject* object = value.if_object()) {
      for (const auto& member : *object) {
        const std::string_view key = member.key();
        // Shapes are not computed numbers, and a row's layout is explained by its world size.
        if (key == "shape" || key == "rank_shape" || key == "layout" || key == "best" || key == "values") continue;
        walk(member.value(), child_pointer(pointer, key));
      }
    } else if (const JsonArray* list = value.if_array()) {
      for (std::size_t i = 0; i < list->size(); ++i) walk((*list)[i], pointer + "/" + std::to_string(i));
    }
  }
};

void expect_all_explained(const Json& plan) {
  const Json answer = report(plan);
  Walker walker{to_text(plan)};
  for (const char* group : {"world_size", "memory", "kv", "batch", "parameters", "moe", "tensors", "sweep"})
    walker.walk(answer.at(group), std::string("/") + group);
  EXPECT_GT(walker.explained, 30);
}

TEST(Explanation, OfEveryNumberOfAMixture) { expect_all_explained(opening_plan()); }

TEST(Explanation, OfEveryNumberOfALayoutWithEverything) {
  expect_all_explained(json(
      R"({"layout": {"tensor_parallel": 8, "pipeline_parallel": 4, "context_parallel": 2, "data_parallel": 2,
          "expert_parallel": 4}, "precision": {"weights": "fp8_block", "kv_cache": "nvfp4"},
          "workload": {"phase": "mixed", "context_tokens": 5000, "batch_per_replica": 7}})"));
}

TEST(Explanation, OfEveryNumberOfADenseModelWithATiedHead) {
  expect_all_explained(json(R"({"model": {"preset": "Qwen/Qwen3-4B"}, "device": {"preset": "L4"}})"));
}

TEST(Explanation, OfEveryNumberOfTheGenericDecoder) {
  expect_all_explained(json(R"({"model": {"decoder": {}}, "layout": {"tensor_parallel": 8}})"));
}

TEST(Explanation, OfEveryNumberOfTheAggregateFormula) {
  expect_all_explained(json(R"({"model": {"aggregate": {}}, "layout": {"data_parallel": 8}})"));
}

TEST(Explanation, ShowsTheFormulaWithItsValues) {
  const Json answer =
      json(planner().explain(R"({"model": {"aggregate": {}}, "layout": {"data_parallel": 8}})", "/batch/per_gpu"));
  EXPECT_EQ(at(answer, "/explanation/formula"), Json("b = max(0, (C − F − M/W) / k)"));
  EXPECT_EQ(at(answer, "/explanation/substituted"), Json("max(0, (84 − 8 − 235/8) / 0.92) = 50.679"));
  EXPECT_EQ(at(answer, "/explanation/inputs/0/pointer"), Json("/model/aggregate/budget_gb"));
}

TEST(Explanation, SaysWhatIsAssumed) {
  const Json answer = json(planner().explain(to_text(opening_plan()), "/memory/runtime_bytes"));
  EXPECT_EQ(at(answer, "/explanation/certainty"), Json("assumed"));
  const Json given =
      json(planner().explain(to_text(with(opening_plan(), "engine", "runtime_bytes", 5)), "/memory/runtime_bytes"));
  EXPECT_EQ(at(given, "/explanation/certainty"), Json("exact"));
}

TEST(Explanation, OfWhatIsNotThereIsAProblem) {
  for (const char* pointer : {"", "/", "/nothing", "/sweep/rows/99/batch_per_gpu", "/sweep/rows/x/batch_per_gpu",
                              "/tensors/0/nothing", "/tensors/99/rank_bytes", "/memory/weights_parts/9/bytes"}) {
    const Json answer = json(planner().explain("{}", pointer));
    EXPECT_EQ(answer.at("ok"), Json(false)) << pointer;
  }
}

}  // namespace
}  // namespace worldsize::test
