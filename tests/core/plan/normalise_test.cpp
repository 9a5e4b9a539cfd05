#include "plan/normalise.hpp"

#include "plan/fields.hpp"
#include "support.hpp"

namespace worldsize::test {
namespace {

TEST(NormalPlan, WritesEveryFieldSoThatALinkMeansTheSameForEver) {
  const Json plan = report("{}").at("plan");
  for (const Field& field : plan_fields()) {
    const bool of_model = field.pointer.rfind("/model/", 0) == 0;
    if (of_model) continue;
    EXPECT_NE(at_pointer(plan, field.pointer), nullptr) << field.pointer;
  }
  EXPECT_EQ(whole(plan, "/model/hf_config/num_experts"), 128);
  EXPECT_EQ(whole(plan, "/version"), 1);
}

TEST(NormalPlan, IsItsOwnNormalForm) {
  for (const char* text :
       {"{}", R"({"model": {"decoder": {}}})", R"({"model": {"aggregate": {"budget_gb": "84 GiB"}}})",
        R"({"device": {"preset": "h200", "memory_bytes": "80 GiB"}})"}) {
    const Json once = report(text).at("plan");
    EXPECT_EQ(report(once).at("plan"), once) << text;
  }
}

TEST(NormalPlan, NeedsNoCatalogue) {
  const Json plan = report(opening_plan()).at("plan");
  const Planner empty;
  const Json answer = json(empty.evaluate(to_text(plan)));
  ASSERT_EQ(answer.at("ok"), Json(true)) << to_text(answer);
  EXPECT_EQ(answer.at("report").at("memory"), report(opening_plan()).at("memory"));
}

TEST(NormalPlan, PresetsWithoutACatalogueAreRefusedByName) {
  const Planner empty;
  const Json answer = json(empty.evaluate(R"({"model": {"preset": "Qwen/Qwen3-8B"}})"));
  ASSERT_EQ(answer.at("ok"), Json(false));
  EXPECT_EQ(at(answer, "/problems/0/pointer"), Json("/model/preset"));
}

TEST(NormalPlan, DoesNotDependOnTheOrderOfFields) {
  const Json one = report(R"({"layout": {"tensor_parallel": 2, "data_parallel": 4}, "workload": {"phase": "mixed"}})");
  const Json other =
      report(R"({"workload": {"phase": "mixed"}, "layout": {"data_parallel": 4, "tensor_parallel": 2}})");
  EXPECT_EQ(to_text(one), to_text(other));
}

TEST(NormalPlan, ReadsQuantitiesWhereverNumbersAreTaken) {
  const Json plan = report(R"({"model": {"preset": "Qwen/Qwen3-8B"}, "device": {"memory_bytes": "80 GiB"},
                               "workload": {"context_tokens": "8k", "prefill_chunk_tokens": "2k"},
                               "engine": {"runtime_bytes": "512 MiB"},
                               "sweep": {"world_sizes": "1, 2 4-6"}})")
                        .at("plan");
  EXPECT_EQ(whole(plan, "/device/memory_bytes"), Int{80} << 30);
  EXPECT_EQ(whole(plan, "/workload/context_tokens"), 8192);
  EXPECT_EQ(whole(plan, "/workload/prefill_chunk_tokens"), 2048);
  EXPECT_EQ(whole(plan, "/engine/runtime_bytes"), Int{512} << 20);
  EXPECT_EQ(to_text(at(plan, "/sweep/world_sizes")), "[1,2,4,5,6]");
}

TEST(NormalPlan, FindsPresetsByTheirUsualShortNames) {
  const Json plan = report(R"({"model": {"preset": "qwen3-235b-a22b"}, "device": {"preset": "h200"}})").at("plan");
  EXPECT_EQ(at(plan, "/model/preset"), Json("Qwen/Qwen3-235B-A22B"));
  EXPECT_EQ(at(plan, "/device/preset"), Json("H200-SXM-141GB"));
}

TEST(NormalPlan, AnAmbiguousPresetListsTheCandidates) {
  const JsonArray found = problems(R"({"device": {"preset": "H100"}})");
  EXPECT_EQ(found.at(0).at("code"), Json("unknown_preset"));
  EXPECT_NE(std::string(found.at(0).at("allowed").as_string()).find("H100-SXM5-80GB"), std::string::npos);
}

TEST(NormalPlan, ListsWhatDiffersFromThePreset) {
  Json plan = report("{}").at("plan");
  plan.at("model").at("hf_config").as_object()["num_experts"] = 96;
  plan.at("device").as_object()["memory_bytes"] = "80 GB";
  const Json answer = report(plan);
  const auto& overrides = at(answer, "/overrides").as_array();
  ASSERT_EQ(overrides.size(), 2U) << to_text(Json(overrides));
  EXPECT_EQ(overrides[0].at("pointer"), Json("/model/hf_config/num_experts"));
  EXPECT_EQ(overrides[0].at("value"), Json(96));
  EXPECT_EQ(overrides[0].at("preset_value"), Json(128));
  EXPECT_EQ(overrides[1].at("pointer"), Json("/device/memory_bytes"));
  EXPECT_EQ(overrides[1].at("value"), Json(80'000'000'000));
}

TEST(NormalPlan, ContextFollowsInputAndOutputWhenItIsAuto) {
  const Json answer =
      report(R"({"workload": {"context_tokens": "auto", "input_tokens": "1k", "output_tokens": 1000}})");
  EXPECT_EQ(at(answer, "/plan/workload/context_tokens"), Json("auto"));
  EXPECT_EQ(whole(answer, "/kv/tokens_per_sequence"), 2032);  // 2,024 in blocks of 16
}

}  // namespace
}  // namespace worldsize::test
