#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "units/integer.hpp"

namespace worldsize {

/// How a number is stored: bits a value, and scale bytes shared by a block of values.
struct NumberFormat {
  std::string_view id = {};
  std::string_view label = {};
  Int bits = 16;
  Int scale_bits = 0;  ///< of one block: scale, and zero point where there is one
  Int block_rows = 0;  ///< 0 = no blocks
  Int block_cols = 0;
  Int tensor_bytes = 0;  ///< once a tensor
  bool holds_weights = true;
  bool holds_kv_cache = false;
  bool holds_activations = false;
  std::string_view source = {};
};

/// All formats: the single table.
std::span<const NumberFormat> number_formats();

const NumberFormat* find_format(std::string_view id);

/// A format of `bits` a value without scales, for models given as "bytes per element".
NumberFormat plain_format(Int bits);

struct StoredBytes {
  Int values = 0;
  Int scales = 0;
};

/// The bytes of `copies` matrices of rows × cols (a vector: cols = 0), each with its own scales. Blocks that are cut
/// short at an edge have a whole scale.
StoredBytes stored_bytes(const NumberFormat& format, Int rows, Int cols, Int copies);

/// The bytes of one row of `length` values, scales included; what one token's key or value of one head takes.
Int row_bytes(const NumberFormat& format, Int length);

}  // namespace worldsize
