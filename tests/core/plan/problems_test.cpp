// Every error code: a plan that causes it, the field it names, and that the other fields are left alone.
#include <algorithm>
#include <set>
#include <string>

#include "problem/problem.hpp"
#include "support.hpp"

namespace worldsize::test {
namespace {

struct Case {
  const char* plan;
  const char* code;
  const char* pointer;
};

// clang-format off
constexpr Case kRefused[]{
    {"{", "not_json", ""},
    {R"({"device": {"memory_bytes": NaN}})", "not_json", ""},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "document_too_large", ""},
    {"[]", "wrong_type", ""},
    {"7", "wrong_type", ""},
    {R"({"layout": 8})", "wrong_type", "/layout"},
    {R"({"model": "Qwen3"})", "wrong_type", "/model"},
    {R"({"model": {"decoder": []}})", "wrong_type", "/model/decoder"},
    {R"({"model": {"hf_config": "x"}})", "wrong_type", "/model/hf_config"},
    {R"({"layout": {"tensor_parallel": true}})", "wrong_type", "/layout/tensor_parallel"},
    {R"({"layout": {"tensor_parallel": null}})", "wrong_type", "/layout/tensor_parallel"},
    {R"({"workload": {"phase": 3}})", "wrong_type", "/workload/phase"},
    {R"({"device": {"preset": 3}})", "wrong_type", "/device/preset"},
    {R"({"sweep": {"world_sizes": 8}})", "wrong_type", "/sweep/world_sizes"},
    {R"({"layout": {"tensor_paralel": 2}})", "unknown_field", "/layout/tensor_paralel"},
    {R"({"__proto__": {"x": 1}})", "unknown_field", "/__proto__"},
    {R"({"model": {"decoder": {"vocabulary": 5}}})", "unknown_field", "/model/decoder/vocabulary"},
    {R"({"workload": {"phase": "training"}})", "unknown_choice", "/workload/phase"},
    {R"({"precision": {"weights": "fp7"}})", "unknown_choice", "/precision/weights"},
    {R"({"precision": {"kv_cache": "int4_g128"}})", "unknown_choice", "/precision/kv_cache"},
    {R"({"workload": {"batch_per_replica": "many"}})", "not_a_quantity", "/workload/batch_per_replica"},
    {R"({"engine": {"preset": "vllm-9"}})", "unknown_choice", "/engine/preset"},
    {R"({"model": {"preset": "Qwen/Qwen9"}})", "unknown_preset", "/model/preset"},
    {R"({"device": {"preset": "Z9000"}})", "unknown_preset", "/device/preset"},
    {R"({"version": 2})", "unsupported_version", "/version"},
    {R"({"version": "one"})", "unsupported_version", "/version"},
    {R"({"model": {"decoder": {}, "aggregate": {}}})", "model_kind_conflict", "/model"},
    {R"({"layout": {"tensor_parallel": "two"}})", "not_a_quantity", "/layout/tensor_parallel"},
    {R"({"device": {"memory_bytes": "80 GX"}})", "not_a_quantity", "/device/memory_bytes"},
    {R"({"model": {"aggregate": {"budget_gb": "NaN"}}})", "not_a_quantity", "/model/aggregate/budget_gb"},
    {R"({"layout": {"data_parallel": 2.5}})", "not_whole", "/layout/data_parallel"},
    {R"({"layout": {"data_parallel": "2.5"}})", "not_whole", "/layout/data_parallel"},
    {R"({"model": {"decoder": {"bytes_per_element": 0.3}}})", "not_whole", "/model/decoder/bytes_per_element"},
    {R"({"layout": {"tensor_parallel": 0}})", "out_of_range", "/layout/tensor_parallel"},
    {R"({"layout": {"tensor_parallel": -8}})", "out_of_range", "/layout/tensor_parallel"},
    {R"({"layout": {"data_parallel": 1000000000000000}})", "out_of_range", "/layout/data_parallel"},
    {R"({"layout": {"data_parallel": 1e308}})", "out_of_range", "/layout/data_parallel"},
    {R"({"layout": {"data_parallel": 1e400}})", "out_of_range", "/layout/data_parallel"},
    {R"({"layout": {"data_parallel": 65536, "pipeline_parallel": 64}})", "out_of_range", "/layout"},
    {R"({"workload": {"context_tokens": 0}})", "out_of_range", "/workload/context_tokens"},
    {R"({"workload": {"batch_per_replica": 0}})", "out_of_range", "/workload/batch_per_replica"},
    {R"({"workload": {"context_tokens": "auto", "input_tokens": 0, "output_tokens": 0}})", "out_of_range", "/workload/input_tokens"},
    {R"({"engine": {"memory_utilization": 1.2}})", "out_of_range", "/engine/memory_utilization"},
    {R"({"device": {"memory_bytes": 1000}})", "out_of_range", "/device/memory_bytes"},
    {R"({"model": {"aggregate": {"per_request_gb": 0}}})", "out_of_range", "/model/aggregate/per_request_gb"},
    {R"({"model": {"aggregate": {"model_gb": -1}}})", "out_of_range", "/model/aggregate/model_gb"},
    {R"({"model": {"decoder": {"query_heads": 64, "kv_heads": 7}}})", "out_of_range", "/model/decoder/kv_heads"},
    {R"({"sweep": {"world_sizes": [0]}})", "out_of_range", "/sweep/world_sizes"},
    {R"({"sweep": {"world_sizes": []}})", "too_many_values", "/sweep/world_sizes"},
    {R"({"sweep": {"world_sizes": "1-9999"}})", "too_many_values", "/sweep/world_sizes"},
    {R"({"model": {"hf_config": {"model_type": "llama"}}})", "missing_field", "/model/hf_config/hidden_size"},
    {R"({"model": {"hf_config": {"hidden_size": 4096}}})", "unsupported_model_type", "/model/hf_config/model_type"},
    {R"({"model": {"hf_config": {"model_type": "bert"}}})", "unsupported_model_type", "/model/hf_config/model_type"},
    {R"({"model": {"aggregate": {"num_experts": 4, "top_k": 8}}})", "top_k_above_experts", "/model/aggregate/top_k"},
    {R"({"layout": {"tensor_parallel": 3}})", "query_heads_not_divisible", "/layout/tensor_parallel"},
    {R"({"layout": {"tensor_parallel": 128}})", "tensor_parallel_above_heads", "/layout/tensor_parallel"},
    {R"({"model": {"decoder": {"query_heads": 24, "kv_heads": 6}}, "layout": {"tensor_parallel": 4}})", "kv_heads_not_divisible", "/layout/tensor_parallel"},
    {R"({"model": {"decoder": {"query_heads": 64, "kv_heads": 1, "head_dim": 100}}, "layout": {"tensor_parallel": 8, "kv_heads": "split"}})", "head_dim_not_divisible", "/layout/kv_heads"},
    {R"({"model": {"decoder": {"ffn_dim": 1000}}, "layout": {"tensor_parallel": 16}})", "intermediate_not_divisible", "/layout/tensor_parallel"},
    {R"({"layout": {"pipeline_parallel": 95}})", "more_stages_than_layers", "/layout/pipeline_parallel"},
    {R"({"model": {"preset": "Qwen/Qwen3-8B"}, "layout": {"data_parallel": 2, "expert_parallel": 2}})", "experts_missing", "/layout/expert_parallel"},
    {R"({"layout": {"data_parallel": 256, "expert_parallel": 256}})", "expert_parallel_above_experts", "/layout/expert_parallel"},
    {R"({"layout": {"data_parallel": 6, "expert_parallel": 4}})", "expert_grid_not_divisible", "/layout/expert_parallel"},
    {R"({"layout": {"data_parallel": 8, "expert_parallel": 8, "moe_tensor_parallel": 2}})", "expert_grid_not_divisible", "/layout/moe_tensor_parallel"},
    {R"({"model": {"aggregate": {"budget_gb": 5, "fixed_gb": 8}}})", "budget_below_fixed", "/model/aggregate/budget_gb"},
    {R"({"device": {"memory_bytes": "1 GB"}, "engine": {"runtime_bytes": "2 GB"}})", "budget_below_fixed", "/device/memory_bytes"},
    {R"({"model": {"decoder": {"layers": 10000, "hidden": 1048576, "ffn_dim": 16777216, "bytes_per_element": 8}}})", "result_too_large", ""},
};

constexpr Case kRemarked[]{
    {R"({"layout": {"tensor_parallel": 8, "expert_parallel": 1}, "precision": {"weights": "fp8_block"}})", "quantization_block_not_divisible", "/layout/expert_parallel"},
    {R"({"layout": {"data_parallel": 3, "expert_parallel": 3}})", "experts_padded", "/layout/expert_parallel"},
    {R"({"model": {"hf_config": {"model_type": "llama", "hidden_size": 64, "intermediate_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 1001}}, "layout": {"tensor_parallel": 2}})", "vocabulary_padded", "/layout/tensor_parallel"},
    {R"({"layout": {"tensor_parallel": 8, "expert_parallel": 8}})", "kv_heads_replicated", "/layout/tensor_parallel"},
    {R"({"model": {"aggregate": {}}, "layout": {"data_parallel": 256}})", "ranks_without_experts", "/layout/data_parallel"},
    {R"({"workload": {"context_tokens": "128k"}})", "context_above_model", "/workload/context_tokens"},
    {R"({"model": {"preset": "mistralai/Mistral-7B-v0.1"}})", "sliding_window_counted_in_full", "/model/hf_config/sliding_window"},
    {R"({"sweep": {"world_sizes": [8, 8]}})", "duplicate_world_size", "/sweep/world_sizes"},
    {R"({"sweep": {"strategy": "tp_pp", "world_sizes": [8, 4096]}})", "world_size_without_layout", "/sweep/strategy"},
    {"{}", "assumed_constant", "/engine/runtime_bytes"},
};
// clang-format on

const Json* find(const JsonArray& problems, std::string_view code, std::string_view pointer) {
  const auto found = std::find_if(problems.begin(), problems.end(), [&](const Json& problem) {
    return problem.at("code") == Json(code) && problem.at("pointer") == Json(pointer);
  });
  return found == problems.end() ? nullptr : &*found;
}

TEST(Problems, EveryErrorNamesItsFieldAndSaysWhatIsAllowed) {
  for (const Case& one : kRefused) {
    SCOPED_TRACE(one.plan);
    const JsonArray found = problems(one.plan);
    const Json* problem = find(found, one.code, one.pointer);
    ASSERT_NE(problem, nullptr) << to_text(Json(found));
    EXPECT_EQ(problem->at("severity"), Json("error"));
    EXPECT_GT(problem->at("message").as_string().size(), 20U);
    EXPECT_FALSE(problem->at("allowed").as_string().empty());
  }
}

TEST(Problems, WarningsAndNotesComeWithTheReport) {
  for (const Case& one : kRemarked) {
    SCOPED_TRACE(one.plan);
    const Json answer = report(one.plan);
    ASSERT_TRUE(answer.is_object());
    const auto& found = at(answer, "/problems").as_array();
    const Json* problem = find(found, one.code, one.pointer);
    ASSERT_NE(problem, nullptr) << to_text(Json(found));
    EXPECT_NE(problem->at("severity"), Json("error"));
  }
}

TEST(Problems, EveryCodeHasAPlanThatCausesIt) {
  std::set<std::string> tested;
  for (const Case& one : kRefused) tested.insert(one.code);
  for (const Case& one : kRemarked) tested.insert(one.code);
  for (const ProblemKind& kind : problem_kinds()) {
    EXPECT_TRUE(tested.count(std::string(kind.id)) == 1) << kind.id;
    EXPECT_EQ(&kind_of(kind.code), &kind) << "the table is not in the order of the codes at " << kind.id;
  }
}

TEST(Problems, AllAreReportedAtOnce) {
  const JsonArray found = problems(
      R"({"model": {"preset": "Qwen/Qwen3-235B-A22B"}, "colour": 1, "precision": {"weights": "fp7"},
          "device": {"memory_bytes": "many"}, "layout": {"tensor_parallel": 3, "pipeline_parallel": 95},
          "workload": {"context_tokens": -1}, "sweep": {"world_sizes": []}})");
  for (const auto& [code, pointer] : std::initializer_list<std::pair<const char*, const char*>>{
           {"unknown_field", "/colour"},
           {"unknown_choice", "/precision/weights"},
           {"not_a_quantity", "/device/memory_bytes"},
           {"query_heads_not_divisible", "/layout/tensor_parallel"},
           {"more_stages_than_layers", "/layout/pipeline_parallel"},
           {"out_of_range", "/workload/context_tokens"},
           {"too_many_values", "/sweep/world_sizes"}})
    EXPECT_NE(find(found, code, pointer), nullptr) << code << " in " << to_text(Json(found));
}

TEST(Problems, APlanThatIsNoObjectHasNothingElseToSay) {
  for (const char* plan : {"[]", "7", "null", "\"x\"", "true"}) EXPECT_EQ(problems(plan).size(), 1U) << plan;
}

TEST(Problems, AMistypedFieldIsRecognised) {
  const JsonArray found = problems(R"({"layout": {"tensor_paralel": 2}})");
  EXPECT_NE(to_text(Json(found)).find("Did you mean tensor_parallel?"), std::string::npos);
}

TEST(Problems, WhatWasGivenIsShown) {
  const JsonArray found = problems(R"({"layout": {"tensor_parallel": "two"}})");
  EXPECT_EQ(found.at(0).at("given"), Json("two"));
}

}  // namespace
}  // namespace worldsize::test
