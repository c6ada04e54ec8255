// Launches users' kernels in any queue of their session's context and device.
#pragma once

#include <vector>

#include <lenslet/kernel.hpp>

#include "ocl/queue.hpp"

namespace lenslet::kernel {

// Throws like Kernel::launch(), and invalid_argument for a queue of another context or device.
ocl::Event put(const ocl::Queue& queue, const Kernel& kernel, const KernelRange& range,
               const std::vector<KernelArgument>& arguments, const ocl::After& after);
ocl::Event put_task(const ocl::Queue& queue, const Kernel& kernel, const std::vector<KernelArgument>& arguments,
                    const ocl::After& after);

}  // namespace lenslet::kernel
