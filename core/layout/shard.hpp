#pragma once

#include "layout/layout.hpp"
#include "model/tensor.hpp"

namespace worldsize {

/// One rank's part of a tensor.
struct Shard {
  Int rows = 0;
  Int cols = 0;
  Int copies = 0;
  Int held_by = 1;  ///< ranks of the stage that hold this same part; above 1 it is replicated
  Int padding = 0;  ///< elements, over all different parts, that stand for nothing

  /// For every shard: (elements here) · (stage ranks / held_by) = (elements of the tensor) + padding.
};

/// The part of `tensor` on the fullest rank of a stage. The layout must be valid for the model (layout/rules.hpp).
Shard shard_of(const Tensor& tensor, const Layout& layout, const GroupedQueryAttention& heads, const ExpertGrid& grid);

}  // namespace worldsize
