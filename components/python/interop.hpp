// Handles of OpenCL as numbers, as pyopencl has them in int_ptr.
#pragma once

#include <cstdint>
#include <utility>

#include <nanobind/nanobind.h>

#include <lenslet/session.hpp>

namespace lenslet::python {

class PyArray;
class PyImage;

struct Handles {
  std::uintptr_t context, device, queue;  // a queue of 0: the session makes one
};

Session session_of(const Handles& handles);

std::uintptr_t memory_of(const PyImage& image);
std::uintptr_t memory_of(const PyArray& array);
std::pair<std::int64_t, std::int64_t> layout_of(const PyImage& image);  // offset and distance of rows, in bytes

void bind_interop(nanobind::module_& module);

}  // namespace lenslet::python
