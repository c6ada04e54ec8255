// Rows of pixels that the host copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lenslet {

// Strides are in bytes; rows without gaps are copied as one.
inline void copy_rows(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                      std::size_t bytes, std::int64_t rows) {
  if (from_stride == to_stride && static_cast<std::size_t>(to_stride) == bytes)
    std::memcpy(to, from, bytes * static_cast<std::size_t>(rows));
  else
    for (std::int64_t y = 0; y < rows; ++y) std::memcpy(to + y * to_stride, from + y * from_stride, bytes);
}

}  // namespace lenslet
