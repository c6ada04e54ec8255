// Launches of users' kernels in any queue of their session's context and device.
#pragma once

#include <vector>

#include <lenslet/kernel.hpp>

#include "ocl/queue.hpp"

namespace lenslet::kernel {

// See Kernel::launch() for what they throw; invalid_argument for a queue of another context or device, too.
ocl::Event put(const ocl::Queue& queue, const Kernel& kernel, const KernelRange& range,
               const std::vector<KernelArgument>& arguments, const ocl::After& after);
ocl::Event put_task(const ocl::Queue& queue, const Kernel& kernel, const std::vector<KernelArgument>& arguments,
                    const ocl::After& after);

}  // namespace lenslet::kernel
