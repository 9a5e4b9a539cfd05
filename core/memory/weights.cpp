#include "memory/weights.hpp"

namespace worldsize {

Int total_bytes(const WeightBytes& bytes) {
  Int total = 0;
  for (int part = 0; part < kTensorClassCount; ++part)
    total = plus(total, bytes.values[static_cast<std::size_t>(part)], bytes.scales[static_cast<std::size_t>(part)]);
  return total;
}

WeightBytes weights_on_rank(const Model& model, const Layout& layout, const Stage& stage) {
  const ExpertGrid grid = expert_grid(layout, has_wide_feed_forward(model.architecture));
  WeightBytes bytes;
  for_each_tensor(model, stage, [&](const Tensor& tensor, Int layers, const GroupedQueryAttention& heads) {
    const Shard shard = shard_of(tensor, layout, heads, grid);
    const StoredBytes stored = stored_bytes(format_of(model.precision, tensor), shard.rows, shard.cols, shard.copies);
    const auto part = static_cast<std::size_t>(tensor.tensor_class);
    const Int values = times(stored.values, layers);
    const Int scales = times(stored.scales, layers);
    bytes.values[part] = plus(bytes.values[part], values);
    bytes.scales[part] = plus(bytes.scales[part], scales);
    if (shard.held_by > 1) bytes.replicated[part] = plus(bytes.replicated[part], values, scales);
  });
  return bytes;
}

Int whole_model_bytes(const Model& model) {
  const Layout alone;
  return total_bytes(weights_on_rank(model, alone, stage_of(model.architecture, alone, 0)));
}

}  // namespace worldsize
