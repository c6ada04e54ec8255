// Elements of arrays: their types in C++, a few of them moved between host and device, and parts of arrays.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/array.hpp>

#include "ocl/queue.hpp"

namespace lenslet::array {

// Element types of arrays as types of C++. Calls f with a value of the C++ type; that of f16, which has none, is
// double.
template <class F>
auto with_type(ElementType type, const F& f) {
  switch (type) {
    case ElementType::u8:
      return f(std::uint8_t{});
    case ElementType::u16:
      return f(std::uint16_t{});
    case ElementType::i32:
      return f(std::int32_t{});
    case ElementType::u32:
      return f(std::uint32_t{});
    case ElementType::i64:
      return f(std::int64_t{});
    case ElementType::u64:
      return f(std::uint64_t{});
    case ElementType::f32:
      return f(float{});
    default:
      return f(double{});
  }
}

// Writes all elements of an array, rounded to its type.
void put(const ocl::Queue& queue, const DeviceArray& out, const std::vector<long double>& values);

// Reads `count` elements of the type, from the `first` one on.
Array read(const ocl::Queue& queue, const ocl::Buffer& from, ElementType type, std::int64_t first, std::int64_t count);

// Returns these rows, places along the first side, in this order.
Array rows_of(const Array& array, const std::vector<std::int64_t>& rows);

// Returns these columns of an array of two sides, in this order.
Array columns_of(const Array& array, const std::vector<std::int64_t>& columns);

// Returns at most so many of the rows, spread from the first to the last.
std::vector<std::int64_t> some_of(const std::vector<std::int64_t>& rows, std::size_t most);

}  // namespace lenslet::array
