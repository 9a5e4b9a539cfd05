// Prints the reports of many plans, a line each. Built natively and as WebAssembly: the lines must not differ.
#include <cstdio>
#include <string>

#include "golden.hpp"
#include "plan/planner.hpp"

namespace {

using worldsize::Planner;

void print(const Planner& planner, const std::string& plan) { std::puts(planner.evaluate(plan).c_str()); }

std::string layout(int tp, int pp, int cp, int dp, int ep) {
  return R"("layout": {"tensor_parallel": )" + std::to_string(tp) + R"(, "pipeline_parallel": )" + std::to_string(pp) +
         R"(, "context_parallel": )" + std::to_string(cp) + R"(, "data_parallel": )" + std::to_string(dp) +
         R"(, "expert_parallel": )" + std::to_string(ep) + "}";
}

}  // namespace

int main() {
  Planner planner;
  planner.load_catalogue(packed_catalogue());
  for (const char* strategy : {"dp_ep", "tp_ep", "tp", "tp_pp"})
    for (const char* weights : {"bf16", "fp8", "fp8_block", "nvfp4", "int4_g128"})
      print(planner, R"({"precision": {"weights": ")" + std::string(weights) +
                         R"(", "kv_cache": "fp8"}, "workload": {"phase": "mixed"}, "sweep": {"strategy": ")" +
                         strategy + R"(", "world_sizes": "1-130"}})");
  for (const int tp : {1, 2, 8, 64})
    for (const int pp : {1, 4, 7})
      for (const int cp : {1, 2})
        for (const int dp : {1, 8})
          for (const char* phase : {"decode", "prefill", "mixed"})
            print(planner, "{" + layout(tp, pp, cp, dp, 1) + R"(, "workload": {"context_tokens": 5000, "phase": ")" +
                               phase + R"("}})");
  for (const std::string budget : {"8", "24.7", "80", "84", "141", "192.3"})
    for (const std::string request : {"0.07", "0.92", "1.3"})
      print(planner, R"({"model": {"aggregate": {"budget_gb": )" + budget + R"(, "per_request_gb": )" + request +
                         R"(}}, "sweep": {"world_sizes": "1-300"}})");
  for (const int tp : {1, 4, 16}) print(planner, R"({"model": {"decoder": {}}, )" + layout(tp, 2, 2, 2, 1) + "}");
  for (const char* refused : {"{", R"({"layout": {"tensor_parallel": 3}})", R"({"device": {"memory_bytes": "80 GX"}})"})
    print(planner, refused);
}
