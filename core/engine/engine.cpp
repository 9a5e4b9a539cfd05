#include "engine/engine.hpp"

#include <cmath>

namespace worldsize {
namespace {

constexpr Int kGib = Int{1} << 30;
constexpr Int kRuntimeAlone = kGib / 4;
constexpr Int kRuntimeTogether = kGib * 213 / 100;

}  // namespace

Int budget_bytes(const Engine& engine, const Device& device) {
  return static_cast<Int>(std::floor(static_cast<double>(device.memory_bytes) * engine.memory_utilization));
}

Int runtime_bytes(const Engine& engine, const Layout& layout) {
  return engine.runtime_bytes.value_or(world_size(layout) == 1 ? kRuntimeAlone : kRuntimeTogether);
}

}  // namespace worldsize
