// Takes device memory for images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include <lenslet/device_image.hpp>
#include <lenslet/memory.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Throws invalid_argument for an empty size, no layers or a bad format, unsupported for more pixels than kernels count.
void check_shape(Size size, PixelFormat format, std::int64_t layers);

// Makes an image whose pixels are undefined. Throws invalid_argument for an empty size, no layers or a bad format,
// unsupported for what the device cannot hold in this storage.
DeviceImage allocate_image(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage = Storage::buffer,
                           std::int64_t layers = 1);

// Makes an image of rows that begin where those of the library's own images do, in memory of at least so many bytes.
DeviceImage image_in(const ocl::Buffer& memory, Size size, PixelFormat format, std::int64_t layers = 1);
std::uint64_t bytes_of_rows(Size size, PixelFormat format, std::int64_t layers = 1);

// Returns how far apart the rows of the library's own images begin, in samples.
std::int64_t aligned_stride(std::int64_t width, PixelFormat format);

// Rows of pixels that the host copies.

// Strides are in bytes; rows without gaps are copied as one.
inline void copy_rows(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
                      std::size_t bytes, std::int64_t rows) {
  if (from_stride == to_stride && static_cast<std::size_t>(to_stride) == bytes)
    std::memcpy(to, from, bytes * static_cast<std::size_t>(rows));
  else
    for (std::int64_t y = 0; y < rows; ++y) std::memcpy(to + y * to_stride, from + y * from_stride, bytes);
}

// Where the pixels of an image lie in memory that somebody else has laid out.

// Returns the layout with strides in the place of its zeros. Throws as check_shape() does, and invalid_argument for a
// place or a stride that is no multiple of a sample, or rows or layers that reach over the next.
ImageLayout checked_layout(const ImageType& type, const ImageLayout& layout);

// Returns the end of the last pixel, in bytes; nothing where it lies beyond `available`. The layout is a checked one.
std::optional<std::uint64_t> end_within(std::uint64_t available, const ImageType& type, const ImageLayout& layout);

// Makes an image in a buffer that holds all of the layout, which is a checked one.
DeviceImage image_at(const ocl::Buffer& buffer, const ImageType& type, const ImageLayout& layout);

// Says where the pixels of an image's rectangle lie in its buffer.
ImageLayout layout_of(const DeviceImage& image);

// Says which bytes an image in a buffer may use: from the first to the last pixel that is held, with what lies between.
ocl::Stretch stretch_of(const DeviceImage& image);

}  // namespace lenslet
