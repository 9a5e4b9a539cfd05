#pragma once

#include <optional>
#include <string_view>

#include "units/integer.hpp"

namespace worldsize {

/// Which step's transients are reserved.
enum class Phase {
  decode,   ///< one token of every sequence
  prefill,  ///< one chunk of prompt tokens
  mixed,    ///< a server that does both: the larger of the two
};

std::string_view phase_name(Phase phase);

/// What the ranks are asked to hold and do.
struct Workload {
  Phase phase = Phase::decode;
  Int context_tokens = 4096;             ///< KV tokens of one sequence
  std::optional<Int> batch_per_replica;  ///< sequences of one data-parallel replica; nothing = as many as fit
  Int prefill_chunk_tokens = 8192;       ///< prompt tokens of one replica's step
};

}  // namespace worldsize
