#pragma once

#include <string>
#include <string_view>

#include "catalogue/catalogue.hpp"

namespace worldsize {

/// The face of the core: documents in, documents out. Every answer is a JSON object with `ok`; with `ok` false it has
/// `problems`. Nothing here throws.
class Planner {
 public:
  /// {"models": […], "devices": […]} → {"ok": true, "models": n, "devices": n}
  std::string load_catalogue(std::string_view catalogue);

  /// A plan → {"ok": true, "report": {…}}
  std::string evaluate(std::string_view plan) const;

  /// A plan and a JSON pointer into its report → {"ok": true, "explanation": {…}}
  std::string explain(std::string_view plan, std::string_view pointer) const;

  /// → {"ok": true, "vocabulary": {…}}
  static std::string vocabulary();

 private:
  Catalogue catalogue_;
};

}  // namespace worldsize
