// Elements of arrays: their C++ types, moving a few of them between host and device, and parts of arrays.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/array.hpp>

#include "ocl/queue.hpp"

namespace lenslet::array {

// Calls f with a value of the element type's C++ type. For f16, which has no C++ type, this is double.
template <class F>
auto with_type(SampleType type, const F& f) {
  switch (type) {
    case SampleType::u8:
      return f(std::uint8_t{});
    case SampleType::u16:
      return f(std::uint16_t{});
    case SampleType::i32:
      return f(std::int32_t{});
    case SampleType::u32:
      return f(std::uint32_t{});
    case SampleType::i64:
      return f(std::int64_t{});
    case SampleType::u64:
      return f(std::uint64_t{});
    case SampleType::f32:
      return f(float{});
    default:
      return f(double{});
  }
}

// Writes all elements of an array, rounded to its type.
void put(const ocl::Queue& queue, const DeviceArray& out, const std::vector<long double>& values);

// Reads `count` elements of the type, from element `first` on.
Array read(const ocl::Queue& queue, const ocl::Buffer& from, SampleType type, std::int64_t first, std::int64_t count);

// Returns these rows in this order. A row's number is its place along the first side.
Array rows_of(const Array& array, const std::vector<std::int64_t>& rows);

// Returns these columns of an array of two sides, in this order.
Array columns_of(const Array& array, const std::vector<std::int64_t>& columns);

// Returns at most `most` of the rows, spread from the first to the last.
std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& rows, std::size_t most);

}  // namespace lenslet::array
