#include "model/config_reader.hpp"

#include "units/text.hpp"

namespace worldsize {

bool ConfigReader::has(std::string_view name) const {
  const Json* value = config_.if_contains({name.data(), name.size()});
  return value != nullptr && !value->is_null();
}

void ConfigReader::add(ProblemCode code, std::string_view name, const std::string& message,
                       const std::string& allowed) {
  const Json* value = config_.if_contains({name.data(), name.size()});
  problems_.push_back({code, child_pointer(pointer_, name), message, value != nullptr ? to_text(*value) : "", allowed});
}

Int ConfigReader::size(std::string_view name, Int largest) {
  if (!has(name)) {
    add(ProblemCode::missing_field, name, fill("The config has no {}, and sizes depend on it.", {name}),
        "1 to " + with_commas(largest));
    return 1;
  }
  return size_or(name, 1, largest);
}

Int ConfigReader::size_or(std::string_view name, Int otherwise, Int largest) {
  if (!has(name)) return otherwise;
  const Json& value = config_.at({name.data(), name.size()});
  const std::string field(name);
  const std::string allowed = "1 to " + with_commas(largest);
  if (!as_number(value)) {
    add(ProblemCode::wrong_type, name, fill("{} is {}; it takes a whole number.", {field, type_name(value)}), allowed);
    return 1;
  }
  const auto whole = as_whole(value);
  if (!whole && *as_number(value) >= 1 && *as_number(value) <= static_cast<double>(largest)) {
    add(ProblemCode::not_whole, name, fill("{} is {}; it counts things and must be whole.", {field, to_text(value)}),
        allowed);
    return 1;
  }
  if (!whole || *whole < 1 || *whole > largest) {
    add(ProblemCode::out_of_range, name, fill("{} is {}; models have {}.", {field, to_text(value), allowed}), allowed);
    return 1;
  }
  return *whole;
}

bool ConfigReader::flag_or(std::string_view name, bool otherwise) {
  if (!has(name)) return otherwise;
  const Json& value = config_.at({name.data(), name.size()});
  if (value.is_bool()) return value.get_bool();
  add(ProblemCode::wrong_type, name, fill("{} is {}; it takes true or false.", {name, type_name(value)}),
      "true or false");
  return otherwise;
}

std::vector<Int> ConfigReader::indices(std::string_view name) {
  std::vector<Int> result;
  if (!has(name)) return result;
  const Json& value = config_.at({name.data(), name.size()});
  if (const JsonArray* list = value.if_array()) {
    for (const Json& one : *list) {
      const auto index = as_whole(one);
      if (!index || *index < 0) {
        result.clear();
        break;
      }
      result.push_back(*index);
    }
    if (result.size() == list->size()) return result;
  }
  add(ProblemCode::wrong_type, name, std::string(name) + " must be a list of layer numbers.",
      "a list of whole numbers");
  return {};
}

std::string ConfigReader::text(std::string_view name) const {
  const Json* value = config_.if_contains({name.data(), name.size()});
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace worldsize
