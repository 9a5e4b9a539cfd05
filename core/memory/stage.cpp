#include "memory/stage.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace worldsize {

std::string_view phase_name(Phase phase) {
  return phase == Phase::decode ? "decode" : phase == Phase::prefill ? "prefill" : "mixed";
}

Model make_model(Architecture architecture, const Precision& precision) {
  Model model{.architecture = std::move(architecture), .tensors = {}, .precision = precision};
  model.tensors = model_tensors(model.architecture);
  return model;
}

Stage stage_of(const Architecture& architecture, const Layout& layout, Int index) {
  const Int layers = layer_count(architecture);
  const Int stages = layout.pipeline_parallel;
  Int begin = 0;
  for (Int before = 0; before < index; ++before) begin += stage_layers(layers, stages, before);
  const Int end = begin + stage_layers(layers, stages, index);

  Stage stage{.index = index,
              .count = std::vector<Int>(architecture.kinds.size(), 0),
              .holds_embedding = index == 0,
              .holds_head = index == stages - 1,
              .head_is_embedding = architecture.tied_embedding && stages == 1};
  Int run_begin = 0;
  for (const LayerRun& run : architecture.runs) {
    const Int run_end = run_begin + run.count;
    const Int inside = std::min(end, run_end) - std::max(begin, run_begin);
    if (inside > 0) stage.count[static_cast<std::size_t>(run.kind)] += inside;
    run_begin = run_end;
  }
  return stage;
}

Int layers_of(const Stage& stage) { return std::accumulate(stage.count.begin(), stage.count.end(), Int{0}); }

bool holds_the_same(const Stage& a, const Stage& b) {
  return a.count == b.count && a.holds_embedding == b.holds_embedding && a.holds_head == b.holds_head &&
         a.head_is_embedding == b.head_is_embedding;
}

}  // namespace worldsize
