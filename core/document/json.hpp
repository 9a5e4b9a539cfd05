#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "problem/problem.hpp"
#include "units/integer.hpp"

namespace worldsize {

using Json = boost::json::value;
using JsonObject = boost::json::object;
using JsonArray = boost::json::array;

/// Parses a document of at most 1 MiB and 32 levels. On failure adds a problem that says where, and returns nothing.
std::optional<Json> parse_json(std::string_view text, Problems& problems);

std::string to_text(const Json& value);

/// "an object", "a number", …: what a value is, for messages.
std::string_view type_name(const Json& value);

/// `pointer` + "/" + `name`, escaped by RFC 6901.
std::string child_pointer(std::string_view pointer, std::string_view name);

/// The number in `value` as a double; nothing when it is not a number.
std::optional<double> as_number(const Json& value);

/// The number in `value` when it is whole and at most 2^53 − 1 in size.
std::optional<Int> as_whole(const Json& value);

/// A whole number as a JSON integer, any other as a JSON double: so that 8 and 8.0 are the same document.
Json number_json(double value);

/// The value at a JSON pointer, or null when there is none. Follows objects and arrays.
const Json* at_pointer(const Json& root, std::string_view pointer);

}  // namespace worldsize
