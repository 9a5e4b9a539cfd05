#include "model/tensor.hpp"

#include <algorithm>
#include <array>

namespace worldsize {
namespace {

constexpr std::array<std::string_view, kTensorClassCount> kClassNames{"attention", "feed_forward", "experts", "router",
                                                                      "embedding", "head",         "norm"};

Tensor vector_of(std::string_view name, TensorClass tensor_class, Int length, ShardAxis axis = ShardAxis::none) {
  return {.name = name, .tensor_class = tensor_class, .rows = length, .axis = axis};
}

void add_attention(std::vector<Tensor>& tensors, Int hidden, const GroupedQueryAttention& attention) {
  using enum ShardAxis;
  constexpr auto part = TensorClass::attention;
  const Int query = attention.query_heads * attention.head_dim;
  const Int key = attention.kv_heads * attention.head_dim;
  const Int value = attention.kv_heads * attention.value_head_dim;
  const Int output = attention.query_heads * attention.value_head_dim;
  tensors.push_back({.name = "q_proj", .tensor_class = part, .rows = query, .cols = hidden, .axis = query_heads});
  tensors.push_back({.name = "k_proj", .tensor_class = part, .rows = key, .cols = hidden, .axis = kv_heads});
  tensors.push_back({.name = "v_proj", .tensor_class = part, .rows = value, .cols = hidden, .axis = kv_heads});
  tensors.push_back({.name = "o_proj",
                     .tensor_class = part,
                     .rows = hidden,
                     .cols = output,
                     .axis = query_heads,
                     .shard_cols = true});
  if (attention.qkv_bias) {
    tensors.push_back(vector_of("q_proj.bias", part, query, query_heads));
    tensors.push_back(vector_of("k_proj.bias", part, key, kv_heads));
    tensors.push_back(vector_of("v_proj.bias", part, value, kv_heads));
  }
  if (attention.output_bias) tensors.push_back(vector_of("o_proj.bias", part, hidden));
  if (attention.query_key_norm) {
    tensors.push_back(vector_of("q_norm", TensorClass::norm, attention.head_dim));
    tensors.push_back(vector_of("k_norm", TensorClass::norm, attention.head_dim));
  }
}

struct GatedNames {
  std::string_view gate;
  std::string_view up;
  std::string_view down;
};

void add_gated(std::vector<Tensor>& tensors, const GatedNames& names, Tensor like, Int hidden, Int intermediate) {
  like.rows = intermediate;
  like.cols = hidden;
  like.name = names.gate;
  tensors.push_back(like);
  like.name = names.up;
  tensors.push_back(like);
  like.name = names.down;
  like.rows = hidden;
  like.cols = intermediate;
  like.shard_cols = true;
  tensors.push_back(like);
}

void add_feed_forward(std::vector<Tensor>& tensors, Int hidden, const DenseFeedForward& dense) {
  add_gated(tensors, {"gate_proj", "up_proj", "down_proj"},
            {.tensor_class = TensorClass::feed_forward,
             .axis = dense.divided_by_expert_parallel ? ShardAxis::wide_intermediate : ShardAxis::intermediate},
            hidden, dense.intermediate);
  if (!dense.bias) return;
  tensors.push_back(
      vector_of("gate_proj.bias", TensorClass::feed_forward, dense.intermediate, ShardAxis::intermediate));
  tensors.push_back(vector_of("up_proj.bias", TensorClass::feed_forward, dense.intermediate, ShardAxis::intermediate));
  tensors.push_back(vector_of("down_proj.bias", TensorClass::feed_forward, hidden));
}

void add_feed_forward(std::vector<Tensor>& tensors, Int hidden, const MixtureOfExperts& mixture) {
  tensors.push_back(
      {.name = "router", .tensor_class = TensorClass::router, .rows = mixture.num_experts, .cols = hidden});
  add_gated(tensors, {"experts.gate_proj", "experts.up_proj", "experts.down_proj"},
            {.tensor_class = TensorClass::experts,
             .copies = mixture.num_experts,
             .axis = ShardAxis::experts,
             .active_copies = mixture.top_k},
            hidden, mixture.intermediate);
}

void count(ParameterCount& result, const Tensor& tensor, Int layers) {
  const auto part = static_cast<std::size_t>(tensor.tensor_class);
  const Int one = tensor.rows * std::max<Int>(tensor.cols, 1);
  result.total[part] = plus(result.total[part], times(elements(tensor), layers));
  result.active[part] = plus(result.active[part], times(one, tensor.active_copies, layers));
}

Int sum(const Int (&parts)[kTensorClassCount]) {
  Int total = 0;
  for (const Int part : parts) total = plus(total, part);
  return total;
}

}  // namespace

std::string_view tensor_class_name(TensorClass tensor_class) {
  return kClassNames[static_cast<std::size_t>(tensor_class)];
}

Int elements(const Tensor& tensor) { return times(tensor.rows, std::max<Int>(tensor.cols, 1), tensor.copies); }

std::vector<Tensor> layer_tensors(const Architecture& architecture, const LayerKind& kind) {
  std::vector<Tensor> tensors;
  const Int hidden = architecture.hidden;
  if (architecture.norms) tensors.push_back(vector_of("input_norm", TensorClass::norm, hidden));
  std::visit([&](const auto& attention) { add_attention(tensors, hidden, attention); }, kind.attention);
  if (architecture.norms) tensors.push_back(vector_of("post_attention_norm", TensorClass::norm, hidden));
  std::visit([&](const auto& feed_forward) { add_feed_forward(tensors, hidden, feed_forward); }, kind.feed_forward);
  return tensors;
}

std::vector<Tensor> embedding_tensors(const Architecture& architecture) {
  if (architecture.vocabulary == 0) return {};
  return {{.name = "embed_tokens",
           .tensor_class = TensorClass::embedding,
           .rows = architecture.vocabulary,
           .cols = architecture.hidden,
           .axis = ShardAxis::vocabulary}};
}

std::vector<Tensor> head_tensors(const Architecture& architecture) {
  std::vector<Tensor> tensors;
  if (architecture.norms) tensors.push_back(vector_of("final_norm", TensorClass::norm, architecture.hidden));
  if (architecture.vocabulary > 0)
    tensors.push_back({.name = "lm_head",
                       .tensor_class = TensorClass::head,
                       .rows = architecture.vocabulary,
                       .cols = architecture.hidden,
                       .axis = ShardAxis::vocabulary});
  return tensors;
}

ModelTensors model_tensors(const Architecture& architecture) {
  ModelTensors tensors;
  for (const LayerKind& kind : architecture.kinds) tensors.of_kind.push_back(layer_tensors(architecture, kind));
  tensors.embedding = embedding_tensors(architecture);
  tensors.head = head_tensors(architecture);
  return tensors;
}

ParameterCount count_parameters(const Architecture& architecture, const ModelTensors& tensors) {
  ParameterCount result;
  for (const LayerRun& run : architecture.runs)
    for (const Tensor& tensor : tensors.of_kind[static_cast<std::size_t>(run.kind)]) count(result, tensor, run.count);
  for (const Tensor& tensor : tensors.embedding) count(result, tensor, 1);
  for (const Tensor& tensor : tensors.head)
    if (!(architecture.tied_embedding && tensor.tensor_class == TensorClass::head)) count(result, tensor, 1);
  return result;
}

Int total_parameters(const ParameterCount& count) { return sum(count.total); }
Int active_parameters(const ParameterCount& count) { return sum(count.active); }

}  // namespace worldsize
