#pragma once

#include <string>
#include <vector>

#include "plan/outcome.hpp"

namespace worldsize {

/// One row of the per-tensor tables: the tensor in the whole model, and its part on the reported rank.
struct TensorRow {
  std::string group;  ///< attention, feed_forward, router, embedding, head, norm or kv_cache
  std::string name;
  std::vector<Int> shape;
  Int copies = 1;
  Int layers = 1;  ///< in the whole model
  std::string format;
  Int parameters_per_layer = 0;  ///< of a KV cache: values of the replica's batch
  Int bytes_per_layer = 0;
  Int total_parameters = 0;
  Int total_bytes = 0;
  std::string sharded_by;  ///< "TP", "EP × MoE TP", "–" …
  std::vector<Int> rank_shape;
  Int rank_copies = 1;
  Int rank_bytes_per_layer = 0;
  Int stage_layers = 0;  ///< on the reported rank's pipeline stage
  Int rank_bytes = 0;
  Int held_by = 1;  ///< ranks of the stage (of a KV cache: of the replica's stage) that hold the same part
  Int padding_elements = 0;
};

std::vector<TensorRow> tensor_rows(const Outcome& outcome);

}  // namespace worldsize
