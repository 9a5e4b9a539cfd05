#pragma once

#include <array>

#include "model/tensor.hpp"
#include "precision/format.hpp"

namespace worldsize {

/// Which format each class of weights, the activations and the KV cache are stored in.
struct Precision {
  std::array<NumberFormat, kTensorClassCount> weights;  ///< by TensorClass
  NumberFormat activations;
  NumberFormat kv_cache;
};

/// What checkpoints do when nothing else is said: attention, feed-forward and experts in `weights`; embedding, head,
/// router and norms in bf16 where `weights` is narrower than 16 bits, in `weights` otherwise.
const NumberFormat& usual_format(TensorClass tensor_class, const NumberFormat& weights);

/// Everything in `bits` a value: the generic decoder's bytes per element.
Precision uniform_precision(Int bits);

/// The format of one tensor. Vectors (norm weights and biases) are never quantised: they are stored as norms are.
const NumberFormat& format_of(const Precision& precision, const Tensor& tensor);

}  // namespace worldsize
