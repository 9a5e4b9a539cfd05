/// How fast the core is: the search path (layouts, as plain structs) and the document path (a report, as text).
/// Writes one JSON array of {"name", "value", "unit"}.

#include <chrono>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

#include "engine/capacity.hpp"
#include "golden.hpp"
#include "layout/rules.hpp"
#include "plan/plan.hpp"
#include "plan/planner.hpp"
#include "search/model_sweep.hpp"

namespace {

using worldsize::Int;

constexpr std::string_view kPlan = R"({"version": 1,
  "model": {"preset": "Qwen/Qwen3-235B-A22B"},
  "precision": {"weights": "fp8_block", "kv_cache": "fp8"},
  "device": {"preset": "H200-SXM-141GB"},
  "layout": {"data_parallel": 8, "expert_parallel": 8}})";

/// Every valid layout of up to 256 ranks in powers of two.
std::vector<worldsize::Layout> valid_layouts(const worldsize::Architecture& architecture) {
  constexpr Int kMostRanks = 256;
  std::vector<worldsize::Layout> layouts;
  for (Int tensor = 1; tensor <= kMostRanks; tensor *= 2) {
    for (Int pipeline = 1; tensor * pipeline <= kMostRanks; pipeline *= 2) {
      for (Int data = 1; tensor * pipeline * data <= kMostRanks; data *= 2) {
        for (Int expert = 1; expert <= tensor * data; expert *= 2) {
          const worldsize::Layout layout{.tensor_parallel = tensor,
                                         .pipeline_parallel = pipeline,
                                         .data_parallel = data,
                                         .expert_parallel = expert};
          if (worldsize::broken_rules(layout, architecture) == 0) layouts.push_back(layout);
        }
      }
    }
  }
  return layouts;
}

/// How often a second `work`, which does `pieces` of something, does one of them: measured for about a second.
template <typename Work>
double per_second(double pieces, const Work& work) {
  using Clock = std::chrono::steady_clock;
  work();  // once to warm up
  double done = 0;
  double seconds = 0;
  for (const auto start = Clock::now(); seconds < 1;) {
    work();
    done += pieces;
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return done / seconds;
}

/// Results are added up here, so that no compiler finds them unused.
volatile double sink = 0;

}  // namespace

int main() {
  worldsize::Planner planner;
  planner.load_catalogue(packed_catalogue());

  worldsize::Catalogue catalogue;
  worldsize::Problems problems;
  catalogue.load(packed_catalogue(), problems);
  const worldsize::PlanResult read = worldsize::read_plan(kPlan, catalogue);
  if (!read.plan) {
    std::fprintf(stderr, "The plan of the benchmark is not valid: %s\n", planner.evaluate(kPlan).c_str());
    return 1;
  }
  const worldsize::Plan& plan = *read.plan;

  const std::vector<worldsize::Layout> layouts = valid_layouts(plan.deployment.model.architecture);
  const double layouts_per_second = per_second(static_cast<double>(layouts.size()), [&] {
    double sum = 0;
    for (const worldsize::Layout& layout : layouts) {
      sum += static_cast<double>(worldsize::evaluate(plan.deployment, layout).batch_per_replica);
    }
    sink = sink + sum;
  });
  const double rows_per_second = per_second(static_cast<double>(plan.world_sizes.size()), [&] {
    const auto rows = worldsize::model_sweep(plan.deployment, plan.strategy, plan.layout, plan.world_sizes);
    sink = sink + rows.back().batch_per_gpu;
  });
  const double reports_per_second =
      per_second(1, [&] { sink = sink + static_cast<double>(planner.evaluate(kPlan).size()); });

  std::printf(
      "[{\"name\": \"layouts\", \"value\": %.0f, \"unit\": \"per second\"},\n"
      " {\"name\": \"sweep rows\", \"value\": %.0f, \"unit\": \"per second\"},\n"
      " {\"name\": \"report as text\", \"value\": %.3f, \"unit\": \"ms\"}]\n",
      layouts_per_second, rows_per_second, 1000 / reports_per_second);
  return 0;
}
