#pragma once

#include <optional>

#include "plan/fields.hpp"

namespace worldsize {

/// Reads the value given for a field, "80 GB" and "128k" included, into its normal form: a JSON integer, number, text
/// or list. Adds a problem and returns nothing when it is not a value the field takes.
std::optional<Json> read_field_value(const Field& field, const Json& given, Problems& problems);

/// World sizes are at most this many.
inline constexpr Int kLargestSweep = 4096;

}  // namespace worldsize
