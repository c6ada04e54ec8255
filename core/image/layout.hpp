// The layout of images in memory, and allocation of device memory for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include <lenslet/device_image.hpp>
#include <lenslet/memory.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Throws invalid_argument for an empty size, no layers or a bad format. Throws unsupported for more pixels than kernels
// can count.
void check_shape(Size size, PixelFormat format, std::int64_t layers);

// Makes an image whose pixels are undefined. Throws as check_shape() does, and unsupported where the device cannot hold
// the image in this storage.
DeviceImage allocate_image(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage = Storage::buffer,
                           std::int64_t layers = 1);

// image_in() makes an image in memory of at least bytes_of_rows() bytes. Its rows have the alignment of the library's
// own images.
DeviceImage image_in(const ocl::Buffer& memory, Size size, PixelFormat format, std::int64_t layers = 1);
std::uint64_t bytes_of_rows(Size size, PixelFormat format, std::int64_t layers = 1);

// Returns the distance between rows of the library's own images, in samples.
std::int64_t aligned_stride(std::int64_t width, PixelFormat format);

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

// Returns the layout of a caller's memory with strides in place of zeros. Throws as check_shape() does. Throws
// invalid_argument for an offset or a stride that is no multiple of a sample, and for rows or layers that overlap.
ImageLayout checked_layout(const ImageType& type, const ImageLayout& layout);

// Returns the end of the last pixel, in bytes; absent where it lies beyond `available`. The layout must be from
// checked_layout().
std::optional<std::uint64_t> end_within(std::uint64_t available, const ImageType& type, const ImageLayout& layout);

// Makes an image in a buffer that contains the whole layout. The layout must be from checked_layout().
DeviceImage image_at(const ocl::Buffer& buffer, const ImageType& type, const ImageLayout& layout);

// Returns where the pixels of an image's rectangle lie in its buffer.
ImageLayout layout_of(const DeviceImage& image);

// Returns the bytes that an image in a buffer may use: from the first to the last held pixel, with everything in
// between.
ocl::Stretch stretch_of(const DeviceImage& image);

}  // namespace lenslet
