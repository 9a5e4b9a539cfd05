#pragma once

#include <string>

#include "units/integer.hpp"

namespace worldsize {

/// "1,234,567": integers in messages and explanations. The page formats the numbers of a report itself.
std::string with_commas(Int value);

/// The shortest text with up to `digits` significant digits: "50.679", "0.92", "1,305.8".
std::string compact(double value, int digits = 5);

/// "35.09 GiB", with two decimals; below 1 MiB "1,234 B".
std::string in_gib(Int bytes);

/// "1 GPU", "3 GPUs".
std::string counted(Int count, const char* singular, const char* plural);

}  // namespace worldsize
