// Private to this folder: OpenCL's C++ bindings, with exceptions. Target and minimum are both 120, because Debian 12's
// header does not compile with a target of 300 and a minimum of 120.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
