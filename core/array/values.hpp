// Elements of arrays: their C++ types, moving a few of them between host and device, and parts of arrays.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/array.hpp>

#include "ocl/queue.hpp"

namespace lenslet::array {

// Writes all elements of an array, rounded to its type.
void put(const ocl::Queue& queue, const DeviceArray& out, const std::vector<long double>& values);

// Reads `count` elements of the type, from element `first` on.
Array read(const ocl::Queue& queue, const ocl::Buffer& from, SampleType type, std::int64_t first, std::int64_t count);

// Returns how many rows an array has: as many as were found, where it is counted, even if it has no room for them.
std::int64_t rows_found(const ocl::Queue& queue, const DeviceArray& array);

// The same, but throws invalid_argument where it has no room for them.
std::int64_t rows_held(const ocl::Queue& queue, const DeviceArray& array);

// Reads all elements; of an array that is counted, the rows that were found. Throws invalid_argument where it has no
// room for them.
Array read(const ocl::Queue& queue, const DeviceArray& array);

// Returns these rows in this order. A row's number is its place along the first side.
Array rows_of(const Array& array, const std::vector<std::int64_t>& rows);

// Returns these columns of an array of two sides, in this order.
Array columns_of(const Array& array, const std::vector<std::int64_t>& columns);

// Returns at most `most` of the rows, spread from the first to the last.
std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& rows, std::size_t most);

}  // namespace lenslet::array
