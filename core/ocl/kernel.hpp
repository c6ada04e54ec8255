// What the driver tells of programs and kernels.
#pragma once

#include <string>

#include <lenslet/kernel_info.hpp>

#include "ocl/device.hpp"
#include "ocl/program.hpp"

namespace lenslet::ocl {

KernelInfo info_of(const Kernel& kernel);

BinaryType binary_type_of(const Program& program);

std::string log_of(const Program& program);  // what the compiler said

struct UnevenGroups {
  std::string option;    // of the compiler, for kernels that are launched so; empty: the device has none
  std::string obstacle;  // what the device answered, where it has none
};

// Finds out whether a launch's last groups may be smaller than the others: OpenCL 2 has that, OpenCL 3 where the device
// says so.
UnevenGroups uneven_groups(const Device& device);

}  // namespace lenslet::ocl
