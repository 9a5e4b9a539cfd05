// Formula 2 against its golden vectors: exact integers, through the plan document.
#include "support.hpp"

namespace worldsize::test {
namespace {

Json plan_of(const Json& golden) {
  const Json& model = golden.at("model");
  const Json& topology = golden.at("topology");
  return JsonObject{
      {"model", JsonObject{{"decoder", JsonObject{{"hidden", model.at("hidden")},
                                                  {"query_heads", model.at("h_q")},
                                                  {"kv_heads", model.at("h_kv")},
                                                  {"head_dim", model.at("d_head")},
                                                  {"ffn_dim", model.at("ffn_dim")},
                                                  {"layers", model.at("layers")},
                                                  {"bytes_per_element", model.at("bytes_per_elem")}}}}},
      {"device", JsonObject{{"memory_bytes", golden.at("expected").at("budget_bytes")}, {"scale_up_domain", 8}}},
      {"engine", JsonObject{{"memory_utilization", 1}, {"runtime_bytes", 0}}},
      {"layout", JsonObject{{"tensor_parallel", topology.at("tp")},
                            {"pipeline_parallel", topology.at("pp")},
                            {"context_parallel", topology.at("cp")},
                            {"data_parallel", topology.at("dp")},
                            {"expert_parallel", topology.at("ep")},
                            {"kv_heads", topology.at("kv_shard_mode")},
                            {"ffn_shard", topology.at("ffn_shard")}}},
      {"workload", JsonObject{{"phase", topology.at("mode")},
                              {"context_tokens", topology.at("s_kv")},
                              {"prefill_chunk_tokens", topology.at("t_q")},
                              {"batch_per_replica", topology.at("b")}}},
      {"sweep", JsonObject{{"strategy", "tp"}, {"world_sizes", JsonArray{1}}}}};
}

TEST(GoldenLayout, EveryByteOfEveryLayout) {
  const Json golden = json(golden_file("memory_layout.json"));
  ASSERT_EQ(golden.as_array().size(), 240U);
  for (const Json& one : golden.as_array()) {
    SCOPED_TRACE(to_text(one.at("topology")));
    const Json answer = report(plan_of(one));
    const Json& expected = one.at("expected");
    for (const char* name :
         {"weights_bytes", "kv_cache_bytes", "transient_bytes", "budget_bytes", "used_bytes", "slack_bytes"})
      EXPECT_EQ(whole(answer, std::string("/memory/") + name), whole(expected, std::string("/") + name)) << name;
    EXPECT_EQ(at(answer, "/fits").as_bool(), !expected.at("over_budget").as_bool());
    EXPECT_EQ(whole(answer, "/memory/whole_model_bytes"), whole(expected, "/full_model_weight_bytes"));
  }
}

TEST(GoldenLayout, TheKvCacheOfOneSequenceUndivided) {
  const Json golden = json(golden_file("memory_layout.json"));
  for (const Json& one : golden.as_array()) {
    Json plan = plan_of(one);
    for (const char* name :
         {"tensor_parallel", "pipeline_parallel", "context_parallel", "data_parallel", "expert_parallel"})
      plan = with(plan, "layout", name, 1);
    const Json answer = report(with(plan, "workload", "batch_per_replica", 1));
    EXPECT_EQ(whole(answer, "/memory/kv_cache_bytes"), whole(one, "/expected/full_model_kv_bytes_one_sequence"));
  }
}

}  // namespace
}  // namespace worldsize::test
