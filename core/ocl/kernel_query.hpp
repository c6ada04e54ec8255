// What the driver tells of programs and kernels.
#pragma once

#include <string>

#include <lenslet/kernel_info.hpp>

#include "ocl/program.hpp"

namespace lenslet::ocl {

KernelInfo info_of(const Kernel& kernel);

BinaryType binary_type_of(const Program& program);

std::string log_of(const Program& program);  // what the compiler said

}  // namespace lenslet::ocl
