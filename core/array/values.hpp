// Moves few numbers between the host and the device, for ops whose last step is the host's.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/array.hpp>

#include "ocl/queue.hpp"

namespace lenslet::array {

// Writes all elements of an array, rounded to its type.
void put(const ocl::Queue& queue, const DeviceArray& out, const std::vector<long double>& values);

// Reads `count` elements of the type, from the `first` one on.
Array read(const ocl::Queue& queue, const ocl::Buffer& from, ElementType type, std::int64_t first, std::int64_t count);

}  // namespace lenslet::array
