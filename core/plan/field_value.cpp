#include "plan/field_value.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "units/quantity.hpp"
#include "units/text.hpp"

namespace worldsize {
namespace {

std::string short_text(const Json& value) {
  const std::string text = to_text(value);
  return text.size() <= 60 ? text : text.substr(0, 57) + "…";
}

struct FieldReader {
  const Field& field;
  const Json& given;
  Problems& problems;

  std::nullopt_t fail(ProblemCode code, const std::string& reason) const {
    problems.push_back({code, std::string(field.pointer), fill("{} {}", {field.label, reason}), short_text(given),
                        allowed_values(field)});
    return std::nullopt;
  }

  QuantityKind quantity_kind() const {
    if (field.kind == FieldKind::tokens || field.unit == "tokens") return QuantityKind::tokens;
    if (field.kind == FieldKind::bytes || field.kind == FieldKind::bytes_or_auto) return QuantityKind::bytes;
    if (field.kind == FieldKind::gigabytes) return QuantityKind::gigabytes;
    return QuantityKind::plain;
  }

  bool must_be_whole() const { return field.kind != FieldKind::number && field.kind != FieldKind::gigabytes; }

  std::optional<double> number_of(const Json& value) const {
    if (const auto number = as_number(value)) {
      if (std::isfinite(*number)) return number;
      return fail(ProblemCode::out_of_range, fill("is beyond any number; it must be {}.", {allowed_values(field)}));
    }
    const auto* text = value.if_string();
    if (text == nullptr)
      return fail(ProblemCode::wrong_type,
                  fill("is {}; it takes {}.", {type_name(value), quantity_examples(quantity_kind())}));
    const auto read = parse_quantity({text->data(), text->size()}, quantity_kind());
    if (!read)
      return fail(ProblemCode::not_a_quantity,
                  fill("is {}, which is not {}.", {short_text(value), quantity_examples(quantity_kind())}));
    // "139.8 GiB" is a fraction of a byte more than a whole number of bytes; a bare "1.5" bytes is a mistake.
    const bool has_unit =
        quantity_kind() == QuantityKind::bytes && text->find_first_of("BbGiMKkT") != boost::json::string::npos;
    return has_unit ? std::floor(*read) : *read;
  }

  std::optional<double> checked_number(const Json& value) const {
    const auto number = number_of(value);
    if (!number) return std::nullopt;
    if (!(*number >= field.min && *number <= field.max))
      return fail(ProblemCode::out_of_range,
                  fill("is {}; it must be {}.", {Rounded{*number, 15}, allowed_values(field)}));
    if (must_be_whole() && *number != std::floor(*number))
      return fail(ProblemCode::not_whole, fill("is {}; it counts things and must be whole.", {Rounded{*number, 15}}));
    return number;
  }

  std::optional<Json> number(std::string_view word) const {
    if (const auto* text = given.if_string(); text != nullptr && !word.empty() && *text == word) return given;
    const auto checked = checked_number(given);
    if (!checked) return std::nullopt;
    return number_json(*checked);
  }

  std::optional<Json> choice() const {
    const auto* text = given.if_string();
    if (text == nullptr)
      return fail(ProblemCode::wrong_type,
                  fill("is {}; it takes one of {}.", {type_name(given), allowed_values(field)}));
    for (const Choice& one : field.choices())
      if (*text == one.id) return given;
    return fail(ProblemCode::unknown_choice,
                fill("is {}; it is one of {}.", {short_text(given), allowed_values(field)}));
  }

  std::optional<Json> integers() const {
    std::vector<Int> values;
    if (const auto* list = given.if_array()) {
      if (list->size() > static_cast<std::size_t>(kLargestSweep)) return too_many(list->size());
      for (const Json& one : *list) {
        const auto value = checked_number(one);
        if (!value) return std::nullopt;
        values.push_back(static_cast<Int>(*value));
      }
    } else if (const auto* text = given.if_string()) {
      if (!list_of_text({text->data(), text->size()}, values)) return std::nullopt;
    } else {
      return fail(ProblemCode::wrong_type, fill("is {}; it takes a list of whole numbers.", {type_name(given)}));
    }
    const auto given_count = values.size();
    if (given_count == 0) return too_many(0);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() < given_count)
      problems.push_back({ProblemCode::duplicate_world_size, std::string(field.pointer),
                          std::string(field.label) + " lists a number more than once; it is counted once.", "", ""});
    JsonArray normal;
    for (const Int value : values) normal.push_back(value);
    return Json(normal);
  }

  std::nullopt_t too_many(std::size_t count) const {
    return fail(ProblemCode::too_many_values, count == 0 ? "is empty; at least one is needed."
                                                         : fill("has {} entries; at most {} are swept at once.",
                                                                {static_cast<Int>(count), kLargestSweep}));
  }

  /// "1, 2, 4", "1 2 4", "1-64" and mixtures of them.
  bool list_of_text(std::string_view text, std::vector<Int>& values) const {
    std::string::size_type at = 0;
    const std::string_view separators = ", ;\t\n";
    while ((at = text.find_first_not_of(separators, at)) != std::string_view::npos) {
      const auto end = std::min(text.find_first_of(separators, at), text.size());
      const std::string_view item = text.substr(at, end - at);
      const auto dash = item.find('-', 1);
      const auto first = checked_number(Json(boost::json::string(item.substr(0, dash))));
      if (!first) return false;
      auto last = first;
      if (dash != std::string_view::npos) last = checked_number(Json(boost::json::string(item.substr(dash + 1))));
      if (!last) return false;
      if (*last - *first >= static_cast<double>(kLargestSweep)) {
        too_many(static_cast<std::size_t>(*last - *first) + 1);
        return false;
      }
      for (double value = *first; value <= *last; value += 1) values.push_back(static_cast<Int>(value));
      if (values.size() > static_cast<std::size_t>(kLargestSweep)) {
        too_many(values.size());
        return false;
      }
      at = end;
    }
    return true;
  }
};

}  // namespace

std::optional<Json> read_field_value(const Field& field, const Json& given, Problems& problems) {
  const FieldReader reader{field, given, problems};
  switch (field.kind) {
    case FieldKind::choice:
      return reader.choice();
    case FieldKind::integers:
      return reader.integers();
    case FieldKind::integer_or_max:
      return reader.number("max");
    case FieldKind::integer_or_auto:
    case FieldKind::bytes_or_auto:
      return reader.number("auto");
    case FieldKind::text:
      if (given.is_string()) return given;
      return reader.fail(ProblemCode::wrong_type, fill("is {}; it takes a text.", {type_name(given)}));
    case FieldKind::object:
      if (given.is_object()) return given;
      return reader.fail(ProblemCode::wrong_type, fill("is {}; it takes an object.", {type_name(given)}));
    default:
      return reader.number("");
  }
}

}  // namespace worldsize
