#include "document/json.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>
#include <cmath>

#include "units/text.hpp"

namespace worldsize {
namespace {

constexpr std::size_t kLargestDocument = std::size_t{1} << 20;
constexpr std::size_t kDeepest = 32;

/// "line 3, column 14" of a byte offset.
std::string position(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    column = text[i] == '\n' ? 1 : column + 1;
    line += text[i] == '\n' ? 1 : 0;
  }
  return fill("line {}, column {}", {std::to_string(line), std::to_string(column)});
}

}  // namespace

std::optional<Json> parse_json(std::string_view text, Problems& problems) {
  if (text.size() > kLargestDocument) {
    problems.push_back(
        {ProblemCode::document_too_large, "",
         fill("The document has {} bytes; a plan or a config.json is far smaller. Was another file taken by mistake?",
              {std::to_string(text.size())}),
         std::to_string(text.size()), "at most 1 MiB"});
    return std::nullopt;
  }
  boost::json::parse_options options;
  options.max_depth = kDeepest;
  boost::json::stream_parser parser({}, options);
  boost::json::error_code error;
  const std::size_t read = parser.write_some(text.data(), text.size(), error);
  if (!error && read < text.size()) {
    const auto rest = text.substr(read).find_first_not_of(" \t\r\n");
    if (rest != std::string_view::npos) error = boost::json::error::extra_data;
  }
  if (!error) parser.finish(error);
  if (error == boost::json::error::too_deep) {
    problems.push_back({ProblemCode::document_too_large, "", "The document is nested more than 32 levels deep.", "",
                        "at most 32 levels"});
    return std::nullopt;
  }
  if (error) {
    problems.push_back({ProblemCode::not_json, "",
                        fill("The text is not JSON: {} at {}.", {error.message(), position(text, read)}), "",
                        "a JSON document"});
    return std::nullopt;
  }
  return parser.release();
}

std::string to_text(const Json& value) { return boost::json::serialize(value); }

std::string_view type_name(const Json& value) {
  switch (value.kind()) {
    case boost::json::kind::null:
      return "null";
    case boost::json::kind::bool_:
      return "true or false";
    case boost::json::kind::string:
      return "a text";
    case boost::json::kind::array:
      return "a list";
    case boost::json::kind::object:
      return "an object";
    default:
      return "a number";
  }
}

std::string child_pointer(std::string_view pointer, std::string_view name) {
  std::string result(pointer);
  result += '/';
  for (const char c : name) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

std::optional<double> as_number(const Json& value) {
  if (value.is_int64()) return static_cast<double>(value.get_int64());
  if (value.is_uint64()) return static_cast<double>(value.get_uint64());
  if (value.is_double()) return value.get_double();
  return std::nullopt;
}

std::optional<Int> as_whole(const Json& value) {
  const auto number = as_number(value);
  if (!number || std::fabs(*number) > static_cast<double>(kLargestExact) || *number != std::floor(*number))
    return std::nullopt;
  return static_cast<Int>(*number);
}

Json number_json(double value) {
  if (value == std::floor(value) && std::fabs(value) <= static_cast<double>(kLargestExact))
    return static_cast<Int>(value);
  return value;
}

const Json* at_pointer(const Json& root, std::string_view pointer) {
  if (pointer.empty()) return &root;
  boost::json::error_code error;
  return root.find_pointer({pointer.data(), pointer.size()}, error);
}

}  // namespace worldsize
