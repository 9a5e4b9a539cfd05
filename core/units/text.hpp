#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "units/integer.hpp"

namespace worldsize {

/// "1,234,567": integers in messages and explanations. The page formats the numbers of a report itself.
std::string with_commas(Int value);

/// The shortest text with up to `digits` significant digits: "50.679", "0.92", "1,305.8".
std::string compact(double value, int digits = 5);

/// "35.09 GiB", with two decimals; below 1 MiB "1,234 B".
std::string in_gib(Int bytes);

struct Gib {
  Int bytes = 0;
};

struct Rounded {
  double value = 0;
  int digits = 5;
};

/// A value to be put into a sentence: integers with commas, other numbers with five significant digits unless Rounded
/// says otherwise, bytes as GiB where Gib says so, and texts as they are (the text must outlive the call).
class TextValue {
 public:
  TextValue(Int value) : kind_(Kind::integer), integer_(value) {}                                 // NOLINT
  TextValue(std::size_t value) : TextValue(static_cast<Int>(value)) {}                            // NOLINT
  TextValue(double value) : kind_(Kind::number), number_(value) {}                                // NOLINT
  TextValue(Rounded value) : kind_(Kind::number), number_(value.value), digits_(value.digits) {}  // NOLINT
  TextValue(Gib value) : kind_(Kind::gib), integer_(value.bytes) {}                               // NOLINT
  TextValue(std::string_view value) : text_(value) {}                                             // NOLINT
  TextValue(const std::string& value) : text_(value) {}                                           // NOLINT
  TextValue(const char* value) : text_(value) {}                                                  // NOLINT

  std::string text() const;

 private:
  enum class Kind { text, integer, number, gib };
  Kind kind_ = Kind::text;
  Int integer_ = 0;
  double number_ = 0;
  int digits_ = 5;
  std::string_view text_;
};

/// The pattern with each {} replaced by the next value: fill("TP {} of {}", {8, "16"}) is "TP 8 of 16".
std::string fill(std::string_view pattern, std::initializer_list<TextValue> values);

/// "1 GPU", "3 GPUs".
std::string counted(Int count, const char* singular, const char* plural);

}  // namespace worldsize
