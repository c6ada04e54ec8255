// The names of OpenCL's error codes, those of its KHR and vendor extensions included.
#pragma once

#include <string_view>

namespace lenslet::ocl {

// Returns "CL_INVALID_WORK_GROUP_SIZE" for -54, and "an unknown code" for a number that no header names.
std::string_view code_name(int code);

}  // namespace lenslet::ocl
