#pragma once

#include <span>
#include <string_view>

/// What the build writes from the data files (see golden.cmake); tests use golden.hpp.
struct GoldenFile {
  std::string_view name;
  std::string_view text;
};

std::span<const GoldenFile> golden_files();
