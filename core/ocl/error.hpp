// Turns OpenCL's errors into Lenslet's, and names OpenCL's error codes, with those of KHR and vendor extensions.
// Private to the folders `ocl` of the core and of the toolkit.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "ocl/cl.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Returns "CL_INVALID_WORK_GROUP_SIZE" for -54, and "an unknown code" for a code that no header names.
std::string_view code_name(int code);

// Throws Error of kind device: "clEnqueueNDRangeKernel failed: CL_INVALID_WORK_GROUP_SIZE (-54), NOTE".
[[noreturn]] void throw_device_error(const char* call, int code, const std::string& note = {});

// Runs OpenCL calls. `note` is only called after an error. It returns a text that says what failed.
template <class Calls, class Note>
decltype(auto) checked(Calls&& calls, Note&& note) {
  try {
    return std::forward<Calls>(calls)();
  } catch (const cl::Error& error) {
    throw_device_error(error.what(), error.err(), note());
  }
}

template <class Calls>
decltype(auto) checked(Calls&& calls) {
  return checked(std::forward<Calls>(calls), [] { return std::string(); });
}

}  // namespace lenslet::ocl
#pragma GCC visibility pop
