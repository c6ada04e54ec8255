// Copies pixels in host memory, wherever they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lenslet/image.hpp>

namespace lenslet {

// Copies rows in host memory. Strides are in bytes. Rows without gaps are copied in one step.
inline void copy_rows(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                      std::size_t bytes, std::int64_t rows) {
  if (from_stride == to_stride && static_cast<std::size_t>(to_stride) == bytes)
    std::memcpy(to, from, bytes * static_cast<std::size_t>(rows));
  else
    for (std::int64_t y = 0; y < rows; ++y) std::memcpy(to + y * to_stride, from + y * from_stride, bytes);
}

// Pixels in host memory: the first one, and the distances in bytes between rows and between pixels. A pixel stride of 0
// means pixels without gaps.
template <class Byte>
struct Pixels {
  Byte* first;
  std::int64_t stride, pixel_stride = 0;
};

// Copies pixels of so many bytes, in any order.
void copy_pixels(const Pixels<const std::byte>& from, const Pixels<std::byte>& to, Size size, std::uint64_t pixel);

Image packed(const ImageView& image);  // the same pixels without gaps, from top to bottom

}  // namespace lenslet
