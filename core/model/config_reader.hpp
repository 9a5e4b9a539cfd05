#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/json.hpp"
#include "model/architecture.hpp"

namespace worldsize {

/// Reads the fields of a Hugging Face config.json, gathering a problem for each that is missing or makes no sense.
/// After a problem it returns the smallest value that is safe to go on with, so that all problems are found at once.
class ConfigReader {
 public:
  ConfigReader(const JsonObject& config, std::string pointer, Problems& problems)
      : config_(config), pointer_(std::move(pointer)), problems_(problems) {}

  bool has(std::string_view name) const;

  /// A size that must be given: 1 to `largest`.
  Int size(std::string_view name, Int largest);

  /// A size with the family's documented default where the field is absent or null.
  Int size_or(std::string_view name, Int otherwise, Int largest);

  bool flag_or(std::string_view name, bool otherwise);
  std::vector<Int> indices(std::string_view name);
  std::string text(std::string_view name) const;

  void add(ProblemCode code, std::string_view name, const std::string& message, const std::string& allowed);

 private:
  const JsonObject& config_;
  std::string pointer_;
  Problems& problems_;
};

/// The largest sizes that are read. Generous for any model, and small enough that no product overflows.
inline constexpr Int kLargestHidden = Int{1} << 20;
inline constexpr Int kLargestHeads = Int{1} << 14;
inline constexpr Int kLargestHeadDim = Int{1} << 14;
inline constexpr Int kLargestIntermediate = Int{1} << 24;
inline constexpr Int kLargestLayers = 10'000;
inline constexpr Int kLargestVocabulary = Int{1} << 24;
inline constexpr Int kLargestExperts = Int{1} << 16;
inline constexpr Int kLargestContext = Int{1} << 30;

}  // namespace worldsize
