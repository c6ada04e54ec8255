// Launches users' kernels. Kernels can ask for the launch's number of dimensions.
#pragma once

#include <lenslet/kernel.hpp>

#include "ocl/program.hpp"

namespace lenslet::ocl {

// The range must be resolved, see lenslet::Kernel::resolved().
Event launch(const Queue& queue, const Kernel& kernel, const KernelRange& range, const After& after = {});

Event launch_task(const Queue& queue, const Kernel& kernel, const After& after);  // one work-item: clEnqueueTask

}  // namespace lenslet::ocl
