// Takes device memory for images.
#pragma once

#include <cstdint>

#include <lenslet/device_image.hpp>

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

}  // namespace lenslet
