// Finds out whether a launch's last groups may be smaller than the others: OpenCL 2 has that, OpenCL 3 where the device
// says so.
#pragma once

#include <string>

#include "ocl/device.hpp"

namespace lenslet::ocl {

struct UnevenGroups {
  std::string option;    // of the compiler, for kernels that are launched so; empty: the device has none
  std::string obstacle;  // what the device answered, where it has none
};

UnevenGroups uneven_groups(const Device& device);

}  // namespace lenslet::ocl
