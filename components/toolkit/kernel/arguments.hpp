// Whether arguments are what a kernel declares.
#pragma once

#include <vector>

#include <lenslet/kernel.hpp>

namespace lenslet::kernel {

// Throws invalid_argument that names the argument, what was given and what is allowed.
void check_arguments(const KernelInfo& kernel, const std::vector<KernelArgument>& given, const DeviceInfo& device);

}  // namespace lenslet::kernel
