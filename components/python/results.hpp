// What calls make, as arrays of NumPy's over the same memory.
#pragma once

#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <lenslet/array.hpp>
#include <lenslet/image.hpp>
#include <lenslet/stack.hpp>

namespace lenslet::python {

// `axes` is the order of the sides: see result_axes().
nanobind::object numpy_of(Image image, const std::string& axes);
nanobind::object numpy_of(Stack stack, const std::string& axes);

// A number of NumPy's where the array has no sides.
nanobind::object numpy_of(Array array);

// One value for one output, else a named tuple.
nanobind::object joined(const std::vector<std::string>& names, const std::vector<nanobind::object>& values);

}  // namespace lenslet::python
