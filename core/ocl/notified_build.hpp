// Private to this folder: a build of which the driver tells the end.
#pragma once

#include <functional>
#include <string>

#include "ocl/cl.hpp"

namespace lenslet::ocl {

// Builds a program as cl::Program::build() does, and returns when that has ended. The driver calls `told` then, in a
// thread of its choice, where there is one. Throws cl::Error.
void build_and_tell(cl::Program& program, const cl::Device& device, const std::string& options,
                    const std::function<void()>& told);

}  // namespace lenslet::ocl
