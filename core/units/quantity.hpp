#pragma once

#include <optional>
#include <string_view>

namespace worldsize {

/// What a bare number in a text means, and which suffixes make sense.
enum class QuantityKind {
  plain,      ///< no unit; k, M, B or G, T are powers of 1,000
  tokens,     ///< k and M are powers of 1,024, as context lengths are named ("128k" = 131,072)
  bytes,      ///< bare = bytes; GB, GiB and their relatives
  gigabytes,  ///< bare = GB (10⁹ B); the same suffixes
};

/// Reads "80 GB", "80GiB", "8k", "70B", "1.5e12", "1,024". Returns the value in the base unit of `kind`
/// (bytes, GB, tokens, or no unit); nothing when the text is not such a quantity.
std::optional<double> parse_quantity(std::string_view text, QuantityKind kind);

/// The spellings that parse_quantity accepts for `kind`, for error messages.
std::string_view quantity_examples(QuantityKind kind);

}  // namespace worldsize
