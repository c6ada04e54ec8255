// The layout of images in memory, and allocation of device memory for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <lenslet/device_image.hpp>
#include <lenslet/memory.hpp>

#include "image/copy_pixels.hpp"
#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
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
#pragma GCC visibility pop
