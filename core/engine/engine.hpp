#pragma once

#include <optional>

#include "device/device.hpp"
#include "layout/layout.hpp"
#include "units/integer.hpp"

namespace worldsize {

/// What a serving engine reserves on a rank. The generic engine: a share of the device's memory holds weights, KV
/// cache, transients and runtime; contexts and CUDA graphs live in what is left outside.
struct Engine {
  double memory_utilization = 0.9;
  std::optional<Int> runtime_bytes;  ///< nothing: by the rule below
  Int block_tokens = 16;             ///< KV tokens are stored in whole blocks of this many
};

/// ⌊device memory × utilisation⌋
Int budget_bytes(const Engine& engine, const Device& device);

/// Memory of the runtime itself inside the budget: communicators and libraries. Given, or as vLLM's start-up logs on
/// H100 print it ("non-torch"): about 0.25 GiB on one GPU, 2.06 to 2.21 GiB with tensor parallelism; this takes 2.13
/// GiB for every layout of more than one rank. An assumption: reports say so.
Int runtime_bytes(const Engine& engine, const Layout& layout);

}  // namespace worldsize
