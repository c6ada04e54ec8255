// What the driver tells of programs and kernels.
#pragma once

#include <string>

#include <lenslet/kernel_info.hpp>

#include "ocl/program.hpp"

namespace lenslet::ocl {

KernelInfo info_of(const Kernel& kernel);

// Whether the memory is of the kernel's context: drivers crash on that of another.
bool share_context(const Kernel& kernel, const Buffer& memory);
bool share_context(const Kernel& kernel, const ImageObject& memory);

BinaryType binary_type_of(const Program& program);

std::string log_of(const Program& program);  // what the compiler said

}  // namespace lenslet::ocl
