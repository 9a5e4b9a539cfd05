#pragma once

#include "units/integer.hpp"

namespace worldsize {

/// One accelerator as the planner uses it.
struct Device {
  Int memory_bytes = 0;     ///< as the driver reports it; the data sheet's figure is larger or differently counted
  Int scale_up_domain = 1;  ///< accelerators joined by the fast link (NVLink and its kin)
};

}  // namespace worldsize
