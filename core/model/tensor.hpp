#pragma once

#include <string_view>
#include <vector>

#include "model/architecture.hpp"
#include "units/integer.hpp"

namespace worldsize {

/// The part of the model that a tensor belongs to; number formats are chosen by it.
enum class TensorClass { attention, feed_forward, experts, router, embedding, head, norm };
inline constexpr int kTensorClassCount = 7;

std::string_view tensor_class_name(TensorClass tensor_class);

/// Along which axis ranks cut a tensor.
enum class ShardAxis {
  none,               ///< every rank of the stage holds it whole
  query_heads,        ///< TP
  kv_heads,           ///< TP, with the rule for TP above the KV heads
  vocabulary,         ///< TP, padded
  intermediate,       ///< the ranks that ffn_shard names
  experts,            ///< whole experts by EP, each expert's intermediate size by MoE TP
  wide_intermediate,  ///< MoE TP · EP: a mixture described as one wide feed-forward
};

/// One weight, `rows` × `cols` (a vector has cols = 0), `copies` times a layer (routed experts). The sharded axis
/// is the rows, or the columns where `shard_cols` says so.
struct Tensor {
  std::string_view name = {};
  TensorClass tensor_class = TensorClass::attention;
  Int rows = 0;
  Int cols = 0;
  Int copies = 1;
  ShardAxis axis = ShardAxis::none;
  bool shard_cols = false;
  Int active_copies = 1;  ///< how many of the copies one token uses: top_k of num_experts
};

/// Elements of all copies.
Int elements(const Tensor& tensor);

/// The weights of one layer of this kind, in the order of a forward pass.
std::vector<Tensor> layer_tensors(const Architecture& architecture, const LayerKind& kind);

/// The token embedding (first pipeline stage); empty for a model without vocabulary.
std::vector<Tensor> embedding_tensors(const Architecture& architecture);

/// The final norm and the head (last pipeline stage). A tied head is the embedding's matrix: it is listed here too,
/// and whoever counts the model leaves it out where the same rank already holds the embedding.
std::vector<Tensor> head_tensors(const Architecture& architecture);

/// The tensors of a whole model, listed once so that evaluating many layouts allocates nothing.
struct ModelTensors {
  std::vector<std::vector<Tensor>> of_kind;  ///< by index into Architecture::kinds, one layer each
  std::vector<Tensor> embedding;
  std::vector<Tensor> head;
};

ModelTensors model_tensors(const Architecture& architecture);

/// Parameters by class: in all, and those that one token uses.
struct ParameterCount {
  Int total[kTensorClassCount] = {};
  Int active[kTensorClassCount] = {};
};

ParameterCount count_parameters(const Architecture& architecture, const ModelTensors& tensors);
Int total_parameters(const ParameterCount& count);
Int active_parameters(const ParameterCount& count);

}  // namespace worldsize
