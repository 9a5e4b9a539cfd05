#pragma once

#include <cstdint>

namespace worldsize {

/// Parameters, bytes, tokens, sequences: exact to the end. Never `size_t`, which has 32 bits in WebAssembly.
using Int = std::int64_t;

/// The largest integer that a JSON reader keeping numbers as doubles holds exactly: 2^53 − 1 (8 PiB of bytes).
/// Results that reach it are reported as too large instead of being rounded.
inline constexpr Int kLargestExact = (Int{1} << 53) - 1;

/// a·b for a, b ≥ 0, held at kLargestExact when the true product is above it. Asked in doubles, whose product is exact
/// up to 2^53 and rounds to no less above it: WebAssembly has no integer product that tells of an overflow.
constexpr Int times(Int a, Int b) {
  return static_cast<double>(a) * static_cast<double>(b) > static_cast<double>(kLargestExact) ? kLargestExact : a * b;
}

template <typename... Rest>
constexpr Int times(Int a, Int b, Rest... rest) {
  return times(times(a, b), rest...);
}

/// a + b for a, b ≥ 0, held at kLargestExact when the true sum is above it.
constexpr Int plus(Int a, Int b) { return a > kLargestExact - b ? kLargestExact : a + b; }

template <typename... Rest>
constexpr Int plus(Int a, Int b, Rest... rest) {
  return plus(plus(a, b), rest...);
}

/// ⌈a / b⌉ for a ≥ 0, b > 0.
constexpr Int ceil_div(Int a, Int b) { return a / b + (a % b != 0 ? 1 : 0); }

constexpr Int round_up(Int a, Int multiple) { return times(ceil_div(a, multiple), multiple); }

}  // namespace worldsize
