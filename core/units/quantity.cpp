#include "units/quantity.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

namespace worldsize {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Removes the commas of "150,754,820,096"; nothing when a comma does not separate three digits.
std::optional<std::string> without_thousands(std::string_view number) {
  if (number.find(',') == std::string_view::npos) return std::string(number);
  std::string digits;
  const std::string_view whole = number.substr(0, number.find_first_of(".eE"));
  const auto first_comma = whole.find(',');
  if (first_comma == std::string_view::npos || first_comma == 0 || first_comma > 4) return std::nullopt;
  std::string_view::size_type since_comma = 0;
  for (std::string_view::size_type i = 0; i < number.size(); ++i) {
    const char c = number[i];
    if (i < whole.size() && i >= first_comma) {
      if ((c == ',') != (since_comma % 4 == 0)) return std::nullopt;
      ++since_comma;
    } else if (c == ',') {
      return std::nullopt;
    }
    if (c != ',') digits += c;
  }
  if (since_comma % 4 != 0) return std::nullopt;
  return digits;
}

/// The length of the leading decimal number (sign, digits with commas, fraction, exponent); 0 when there is none.
std::string_view::size_type number_length(std::string_view text) {
  std::string_view::size_type at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  bool has_digit = false;
  while (at < text.size() && (is_digit(text[at]) || text[at] == ',')) has_digit |= is_digit(text[at++]);
  if (at < text.size() && text[at] == '.') {
    ++at;
    while (at < text.size() && is_digit(text[at])) has_digit |= is_digit(text[at++]);
  }
  if (!has_digit) return 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    auto exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) {
      at = exponent;
      while (at < text.size() && is_digit(text[at])) ++at;
    }
  }
  return at;
}

struct Suffix {
  std::string_view text;
  double factor;
};

constexpr double kKibi = 1024.0;
constexpr double kMebi = kKibi * kKibi;
constexpr double kGibi = kMebi * kKibi;
constexpr double kTebi = kGibi * kKibi;

constexpr std::array kPlain{Suffix{"k", 1e3}, Suffix{"K", 1e3}, Suffix{"M", 1e6},
                            Suffix{"B", 1e9}, Suffix{"G", 1e9}, Suffix{"T", 1e12}};
constexpr std::array kTokens{Suffix{"k", kKibi}, Suffix{"K", kKibi}, Suffix{"M", kMebi}};
constexpr std::array kBytes{Suffix{"B", 1.0},     Suffix{"kB", 1e3},    Suffix{"KB", 1e3},    Suffix{"MB", 1e6},
                            Suffix{"GB", 1e9},    Suffix{"TB", 1e12},   Suffix{"KiB", kKibi}, Suffix{"MiB", kMebi},
                            Suffix{"GiB", kGibi}, Suffix{"TiB", kTebi}, Suffix{"G", 1e9},     Suffix{"Gi", kGibi}};

template <std::size_t N>
std::optional<double> factor_of(std::string_view suffix, const std::array<Suffix, N>& known) {
  for (const Suffix& one : known)
    if (one.text == suffix) return one.factor;
  return std::nullopt;
}

std::optional<double> factor_of(std::string_view suffix, QuantityKind kind) {
  switch (kind) {
    case QuantityKind::plain:
      return factor_of(suffix, kPlain);
    case QuantityKind::tokens:
      return factor_of(suffix, kTokens);
    case QuantityKind::bytes:
    case QuantityKind::gigabytes:
      return factor_of(suffix, kBytes);
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> parse_quantity(std::string_view text, QuantityKind kind) {
  text = trimmed(text);
  const auto length = number_length(text);
  if (length == 0 || text.size() > 64) return std::nullopt;
  const auto digits = without_thousands(text.substr(0, length));
  if (!digits) return std::nullopt;
  // strtod, because the standard library of the oldest supported WebAssembly toolchain lacks from_chars for doubles.
  const double number = std::strtod(digits->c_str(), nullptr);
  const std::string_view suffix = trimmed(text.substr(length));
  double value = number;
  if (!suffix.empty()) {
    const auto factor = factor_of(suffix, kind);
    if (!factor) return std::nullopt;
    value = kind == QuantityKind::gigabytes ? number * (*factor / 1e9) : number * *factor;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::string_view quantity_examples(QuantityKind kind) {
  switch (kind) {
    case QuantityKind::plain:
      return "a number such as 4096, 70B or 1.5e12";
    case QuantityKind::tokens:
      return "a number of tokens such as 4096, 8k or 128k (k = 1,024)";
    case QuantityKind::bytes:
      return "a number of bytes, or with a unit such as 80 GB or 80 GiB";
    case QuantityKind::gigabytes:
      return "a number of GB, or with a unit such as 80 GB, 80 GiB or 900 MB";
  }
  return "";
}

}  // namespace worldsize
