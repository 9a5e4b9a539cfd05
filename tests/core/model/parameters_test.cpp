// Parameter counts against what the publishers of the checkpoints state (sources in core/catalogue/models).
#include "support.hpp"

namespace worldsize::test {
namespace {

Int published_nonparameters(const Json& record) {
  Int extra = 0;
  if (const Json* entries = record.as_object().if_contains("published_extra_nonparams"))
    for (const auto& entry : entries->as_object()) extra += *as_whole(entry.value());
  return extra;
}

TEST(Parameters, OfEveryCatalogueModelEqualThePublishedTotal) {
  int models = 0;
  for (const std::string_view name : golden_file_names()) {
    if (name.rfind("models/", 0) != 0) continue;
    ++models;
    const Json record = json(golden_file(name));
    SCOPED_TRACE(std::string(name));
    JsonObject config = record.at("config").as_object();
    // Some checkpoints store a head although the config ties it; the record says so.
    if (const Json* hints = record.as_object().if_contains("count_hints"))
      for (const auto& hint : hints->as_object()) config[hint.key()] = hint.value();
    const Json answer = report(Json(JsonObject{{"model", JsonObject{{"hf_config", config}}},
                                               {"sweep", JsonObject{{"world_sizes", JsonArray{1}}}}}));
    EXPECT_EQ(whole(answer, "/parameters/total"),
              whole(record, "/published_parameters") - published_nonparameters(record));
    if (const Json* active = record.as_object().if_contains("published_active_parameters")) {
      EXPECT_NEAR(number(answer, "/parameters/active"), *as_number(*active), 0.03 * *as_number(*active));
    }
  }
  EXPECT_EQ(models, 29);
}

TEST(Parameters, OfQwen3235BByPart) {
  const Json answer = report(opening_plan());
  EXPECT_EQ(whole(answer, "/parameters/total"), 235'093'634'560);
  // 94 layers · 128 experts · 3 matrices of 4096 × 1536
  const auto& parts = at(answer, "/parameters/by_part").as_array();
  Int experts = 0;
  Int sum = 0;
  for (const Json& part : parts) {
    sum += whole(part, "/total");
    if (part.at("part") == Json("experts")) experts = whole(part, "/total");
  }
  EXPECT_EQ(experts, Int{94} * 128 * 3 * 4096 * 1536);
  EXPECT_EQ(sum, 235'093'634'560);
}

TEST(Parameters, TheRowsOfTheTensorTableAddUpToTheTotals) {
  for (const char* id : {"Qwen/Qwen3-235B-A22B", "Qwen/Qwen3-4B", "meta-llama/Llama-3.2-1B", "Qwen/Qwen2.5-7B"}) {
    const Json answer = report(Json(JsonObject{{"model", JsonObject{{"preset", id}}}, {"version", 1}}));
    Int parameters = 0;
    Int rank_bytes = 0;
    for (const Json& row : at(answer, "/tensors").as_array()) {
      if (row.at("group") == Json("kv_cache")) continue;
      parameters += whole(row, "/total_parameters");
      rank_bytes += whole(row, "/rank_bytes");
    }
    EXPECT_EQ(parameters, whole(answer, "/parameters/total")) << id;
    EXPECT_EQ(rank_bytes, whole(answer, "/memory/weights_bytes")) << id;
  }
}

}  // namespace
}  // namespace worldsize::test
