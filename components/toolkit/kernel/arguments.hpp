// Checks whether arguments are what a kernel declares.
#pragma once

#include <vector>

#include <lenslet/kernel.hpp>

namespace lenslet::kernel {

// Throws invalid_argument with the argument's name, the given value and what is allowed.
void check_arguments(const KernelInfo& kernel, const std::vector<KernelArgument>& given, const DeviceInfo& device);

}  // namespace lenslet::kernel
