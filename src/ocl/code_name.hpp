// The names of OpenCL's error codes, those of its KHR and vendor extensions included.
#pragma once

#include <string_view>

namespace lenslet::ocl {

// "CL_INVALID_WORK_GROUP_SIZE" for -54; "an unknown code" for a number that no header names.
std::string_view code_name(int code);

}  // namespace lenslet::ocl
