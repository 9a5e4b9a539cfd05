#include "units/text.hpp"

#include <cmath>
#include <cstdio>

namespace worldsize {
namespace {

/// Puts the commas into the digits before the decimal point.
std::string grouped(std::string text) {
  auto end = text.find('.');
  if (end == std::string::npos) end = text.size();
  const auto begin = static_cast<std::string::size_type>(!text.empty() && text[0] == '-' ? 1 : 0);
  for (auto at = end; at > begin + 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

}  // namespace

std::string with_commas(Int value) { return grouped(std::to_string(value)); }

std::string compact(double value, int digits) {
  if (!std::isfinite(value)) return "undefined";
  if (value == 0) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value))));
  char buffer[64];
  if (exponent >= 15 || exponent < -6) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    return buffer;
  }
  const int decimals = digits - 1 - exponent > 0 ? digits - 1 - exponent : 0;
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
  std::string text = buffer;
  if (decimals > 0) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return grouped(text);
}

std::string in_gib(Int bytes) {
  if (bytes < (Int{1} << 20)) return with_commas(bytes) + " B";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.2f", static_cast<double>(bytes) / 1073741824.0);
  return grouped(buffer) + " GiB";
}

std::string TextValue::text() const {
  switch (kind_) {
    case Kind::text:
      return std::string(text_);
    case Kind::integer:
      return with_commas(integer_);
    case Kind::number:
      return compact(number_, digits_);
    case Kind::gib:
      return in_gib(integer_);
  }
  return {};
}

std::string fill(std::string_view pattern, std::initializer_list<TextValue> values) {
  std::string result;
  for (const TextValue& value : values) {
    const auto place = pattern.find("{}");
    if (place == std::string_view::npos) break;
    result += pattern.substr(0, place);
    result += value.text();
    pattern.remove_prefix(place + 2);
  }
  result += pattern;
  return result;
}

std::string counted(Int count, const char* singular, const char* plural) {
  return with_commas(count) + " " + (count == 1 ? singular : plural);
}

}  // namespace worldsize
