#pragma once

#include <array>

#include "memory/stage.hpp"

namespace worldsize {

/// The weights on one rank by class.
struct WeightBytes {
  std::array<Int, kTensorClassCount> values{};      ///< the numbers themselves
  std::array<Int, kTensorClassCount> scales{};      ///< scales and zero points
  std::array<Int, kTensorClassCount> replicated{};  ///< of both, what another rank of the stage holds too
};

Int total_bytes(const WeightBytes& bytes);

/// The weights on the fullest rank of `stage`.
WeightBytes weights_on_rank(const Model& model, const Layout& layout, const Stage& stage);

/// The weights of the whole model, held once.
Int whole_model_bytes(const Model& model);

}  // namespace worldsize
