// Formula 1 against its golden vectors.
#include "search/aggregate.hpp"

#include <cmath>

#include "search/findings.hpp"
#include "support.hpp"

namespace worldsize::test {
namespace {

AggregateSpec spec_of(const Json& input) {
  return {.budget_gb = number(input, "/budget_gb"),
          .per_request_gb = number(input, "/per_request_gb"),
          .model_gb = number(input, "/model_gb"),
          .fixed_gb = number(input, "/fixed_gb"),
          .num_experts = whole(input, "/num_experts"),
          .top_k = whole(input, "/topk")};
}

void expect_close(double actual, double expected, const char* what) {
  EXPECT_LE(std::fabs(actual - expected), 1e-9 * std::fabs(expected)) << what << ": " << actual << " " << expected;
}

TEST(AggregateSweep, ReproducesEveryGoldenRow) {
  const Json golden = json(golden_file("world_size_sweep.json"));
  ASSERT_EQ(golden.as_array().size(), 7U);
  for (const Json& sweep : golden.as_array()) {
    const AggregateSpec spec = spec_of(sweep.at("input"));
    for (const Json& expected : sweep.at("rows").as_array()) {
      const AggregateRow row = aggregate_row(spec, whole(expected, "/world_size"));
      SCOPED_TRACE("C = " + std::to_string(spec.budget_gb) + ", W = " + std::to_string(row.world_size));
      expect_close(row.batch_per_gpu, number(expected, "/batch_per_gpu"), "batch_per_gpu");
      expect_close(row.model_gb_per_gpu, number(expected, "/model_gb_per_gpu"), "model_gb_per_gpu");
      expect_close(row.batch_gb, number(expected, "/batch_gb"), "batch_gb");
      expect_close(row.fixed_gb, number(expected, "/fixed_gb"), "fixed_gb");
      expect_close(row.total_gb, number(expected, "/total_gb"), "total_gb");
      expect_close(row.experts_per_gpu, number(expected, "/experts_per_gpu"), "experts_per_gpu");
      expect_close(row.expected_m_per_group, number(expected, "/expected_m_per_group"), "expected_m_per_group");
      expect_close(row.global_batch, number(expected, "/global_batch"), "global_batch");
      EXPECT_EQ(row.fits, expected.at("fits").as_bool());
    }
  }
}

/// The same through the plan document, with the field names of the report.
TEST(AggregateSweep, TheReportHasTheGoldenRowsAndBest) {
  const Json golden = json(golden_file("world_size_sweep.json"));
  for (const Json& sweep : golden.as_array()) {
    JsonObject aggregate = sweep.at("input").as_object();
    const Json world_sizes = aggregate["world_sizes"];
    aggregate["top_k"] = aggregate["topk"];
    aggregate.erase("topk");
    aggregate.erase("world_sizes");
    const Json answer = report(Json(JsonObject{{"model", JsonObject{{"aggregate", aggregate}}},
                                               {"sweep", JsonObject{{"world_sizes", world_sizes}}}}));
    const auto& rows = at(answer, "/sweep/rows").as_array();
    const auto& expected_rows = sweep.at("rows").as_array();
    ASSERT_EQ(rows.size(), expected_rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const auto& member : expected_rows[i].as_object()) {
        const Json& actual = rows[i].at(member.key());
        if (member.value().is_bool()) {
          EXPECT_EQ(actual, member.value()) << member.key();
        } else {
          expect_close(*as_number(actual), *as_number(member.value()), std::string(member.key()).c_str());
        }
      }
    const Json& best = at(answer, "/sweep/best");
    if (sweep.at("best_world_size").is_null()) {
      EXPECT_TRUE(best.is_null());
    } else {
      EXPECT_EQ(whole(best, "/world_size"), whole(sweep, "/best_world_size"));
    }
  }
}

TEST(AggregateSweep, WorldSize256With128ExpertsIsAnAnswerWithANote) {
  const Json answer = report(R"({"model": {"aggregate": {}}, "layout": {"data_parallel": 256}})");
  EXPECT_EQ(number(answer, "/moe/experts_per_gpu"), 0.5);
  EXPECT_EQ(whole(answer, "/moe/ranks_without_expert"), 128);
  EXPECT_EQ(at(answer, "/problems/0/code"), Json("ranks_without_experts"));
}

std::vector<std::string> codes(const std::vector<Finding>& findings) {
  std::vector<std::string> list;
  for (const Finding& finding : findings) list.push_back(finding.code);
  return list;
}

const Finding* find(const std::vector<Finding>& findings, std::string_view code) {
  for (const Finding& finding : findings)
    if (finding.code == code) return &finding;
  return nullptr;
}

TEST(AggregateFindings, SayWhatTheRowsShow) {
  const AggregateSpec spec{
      .budget_gb = 84, .per_request_gb = 0.92, .model_gb = 235, .fixed_gb = 8, .num_experts = 128, .top_k = 8};
  const std::vector<Int> sizes{1, 2, 4, 8, 16, 32, 64, 128, 256};
  const auto rows = aggregate_sweep(spec, sizes);
  const auto found = findings(spec, rows);
  EXPECT_EQ(codes(found), (std::vector<std::string>{"does_not_fit_below", "batch_per_gpu_rises", "most_of_the_gain",
                                                    "batch_per_gpu_limit", "global_batch_rises", "m_per_group_rises",
                                                    "ranks_without_experts"}));
  EXPECT_NE(found[0].message.find("world size 4"), std::string::npos);
  EXPECT_NE(found[1].message.find("18.75 at world size 4 to 81.61 at 256"), std::string::npos) << found[1].message;
  // (84 − 8) / 0.92
  EXPECT_NEAR(found[3].values.front().second, 82.6086956521739, 1e-9);
}

TEST(AggregateFindings, NothingFitsWhenTheFixedPartTakesTheBudget) {
  const AggregateSpec spec{
      .budget_gb = 8, .per_request_gb = 1, .model_gb = 235, .fixed_gb = 8, .num_experts = 128, .top_k = 8};
  const std::vector<Int> sizes{1, 256};
  const auto rows = aggregate_sweep(spec, sizes);
  EXPECT_NE(find(findings(spec, rows), "nothing_fits"), nullptr);
  EXPECT_FALSE(best_row(rows));
}

TEST(AggregateFindings, TellApartWhatFitsInFractionsFromWholeRequests) {
  // At W = 2: (100 − 0 − 60) / 50 = 0.8 of a request.
  const AggregateSpec spec{
      .budget_gb = 100, .per_request_gb = 50, .model_gb = 120, .fixed_gb = 0, .num_experts = 1, .top_k = 1};
  const std::vector<Int> sizes{2, 4};
  const auto rows = aggregate_sweep(spec, sizes);
  EXPECT_TRUE(rows[0].fits);
  EXPECT_EQ(rows[0].whole_batch_per_gpu, 0);
  const auto found = findings(spec, rows);
  ASSERT_NE(find(found, "no_whole_request"), nullptr);
  EXPECT_EQ(find(found, "no_whole_request")->values[0].second, 2);
}

}  // namespace
}  // namespace worldsize::test
