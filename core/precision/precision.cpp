#include "precision/precision.hpp"

namespace worldsize {

const NumberFormat& usual_format(TensorClass tensor_class, const NumberFormat& weights) {
  const bool usually_quantised = tensor_class == TensorClass::attention || tensor_class == TensorClass::feed_forward ||
                                 tensor_class == TensorClass::experts;
  return usually_quantised || weights.bits >= 16 ? weights : *find_format("bf16");
}

Precision uniform_precision(Int bits) {
  Precision precision;
  precision.weights.fill(plain_format(bits));
  precision.activations = plain_format(bits);
  precision.kv_cache = plain_format(bits);
  return precision;
}

const NumberFormat& format_of(const Precision& precision, const Tensor& tensor) {
  const auto tensor_class = tensor.cols == 0 ? TensorClass::norm : tensor.tensor_class;
  return precision.weights[static_cast<std::size_t>(tensor_class)];
}

}  // namespace worldsize
