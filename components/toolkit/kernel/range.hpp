// Checks over which ranges a kernel can be launched.
#pragma once

#include <lenslet/kernel.hpp>

namespace lenslet::kernel {

// See Kernel::resolved().
KernelRange resolved(const KernelRange& range, const KernelInfo& kernel, const DeviceInfo& device);

}  // namespace lenslet::kernel
