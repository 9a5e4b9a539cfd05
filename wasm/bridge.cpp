// The bridge: documents in, documents out, as JSON text. A new feature of the core needs no new function here.
#include <emscripten/bind.h>

#include <string>

#include "plan/planner.hpp"

namespace {

/// One planner a module: it holds the catalogue that presets are looked up in, and nothing else.
worldsize::Planner& planner() {
  static worldsize::Planner instance;
  return instance;
}

std::string load_catalogue(const std::string& catalogue) { return planner().load_catalogue(catalogue); }
std::string evaluate(const std::string& plan) { return planner().evaluate(plan); }
std::string explain(const std::string& plan, const std::string& pointer) { return planner().explain(plan, pointer); }
std::string vocabulary() { return worldsize::Planner::vocabulary(); }

}  // namespace

EMSCRIPTEN_BINDINGS(worldsize) {
  emscripten::function("load_catalogue", &load_catalogue);
  emscripten::function("evaluate", &evaluate);
  emscripten::function("explain", &explain);
  emscripten::function("vocabulary", &vocabulary);
}
