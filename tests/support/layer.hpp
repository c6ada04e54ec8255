// What layers over OpenCL's drivers (OPENCL_LAYERS) share.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstring>

// Answers a query as OpenCL's functions do: as many bytes as the value has, where there is room for them.
inline cl_int give(const void* value, std::size_t bytes, std::size_t size, void* to, std::size_t* needed) {
  if (needed != nullptr) *needed = bytes;
  if (to == nullptr) return CL_SUCCESS;
  if (size < bytes) return CL_INVALID_VALUE;
  std::memcpy(to, value, bytes);
  return CL_SUCCESS;
}
