// Launches of users' kernels, whose number of dimensions kernels can ask for.
#pragma once

#include <lenslet/kernel.hpp>

#include "ocl/program.hpp"

namespace lenslet::ocl {

// A range that is resolved, see lenslet::Kernel::resolved().
Event launch(const Queue& queue, const Kernel& kernel, const KernelRange& range, const After& after = {});

Event launch_task(const Queue& queue, const Kernel& kernel, const After& after);  // one work-item: clEnqueueTask

}  // namespace lenslet::ocl
