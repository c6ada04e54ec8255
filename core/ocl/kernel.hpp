// What the driver tells about programs and kernels.
#pragma once

#include <string>

#include <lenslet/kernel_info.hpp>

#include "ocl/device.hpp"
#include "ocl/program.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

KernelInfo info_of(const Kernel& kernel);

BinaryType binary_type_of(const Program& program);

std::string log_of(const Program& program);  // what the compiler said

struct UnevenGroups {
  std::string option;    // the compiler's option for such kernels; empty where the device cannot do it
  std::string obstacle;  // the device's answer, where it cannot
};

// Tells whether the last groups of a launch may be smaller than the others. OpenCL 2 always allows it; in OpenCL 3 the
// device says.
UnevenGroups uneven_groups(const Device& device);

// Returns why a program that was compiled with these options has none, where the device has them. `option` is the
// device's for such kernels.
std::string no_uneven_groups(const std::string& options, const std::string& option);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
