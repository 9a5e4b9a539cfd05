#pragma once

#include <array>

#include "layout/shard.hpp"
#include "memory/workload.hpp"
#include "model/tensor.hpp"
#include "precision/precision.hpp"

namespace worldsize {

/// A model with everything that is derived from it once and used for every layout.
struct Model {
  Architecture architecture;
  ModelTensors tensors;
  Precision precision;
};

Model make_model(Architecture architecture, const Precision& precision);

/// The layers of one pipeline stage: `count[i]` layers of Architecture::kinds[i], and what stands around them.
struct Stage {
  Int index = 0;
  std::vector<Int> count;
  bool holds_embedding = false;
  bool holds_head = false;
  /// With tied weights and a single stage the head is the embedding's matrix and is not stored again.
  bool head_is_embedding = false;
};

Stage stage_of(const Architecture& architecture, const Layout& layout, Int index);

Int layers_of(const Stage& stage);

/// True when the stages differ in their place at most.
bool holds_the_same(const Stage& a, const Stage& b);

/// Calls visit(tensor, layers) for every weight of the stage: once for each layer kind, embedding and head.
template <typename Visit>
void for_each_tensor(const Model& model, const Stage& stage, Visit&& visit) {
  if (stage.holds_embedding)
    for (const Tensor& tensor : model.tensors.embedding) visit(tensor, Int{1}, GroupedQueryAttention{});
  for (std::size_t kind = 0; kind < stage.count.size(); ++kind) {
    if (stage.count[kind] == 0) continue;
    const auto& heads = std::get<GroupedQueryAttention>(model.architecture.kinds[kind].attention);
    for (const Tensor& tensor : model.tensors.of_kind[kind]) visit(tensor, stage.count[kind], heads);
  }
  if (stage.holds_head)
    for (const Tensor& tensor : model.tensors.head)
      if (!(stage.head_is_embedding && tensor.tensor_class == TensorClass::head))
        visit(tensor, Int{1}, GroupedQueryAttention{});
}

}  // namespace worldsize
