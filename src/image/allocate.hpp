// Takes device memory for images.
#pragma once

#include <optional>

#include <lenslet/device_image.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Makes an image whose pixels are undefined. Throws invalid_argument for an empty size, no layers or a bad format,
// unsupported for what the device cannot hold in this storage.
DeviceImage allocate_image(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage = Storage::buffer,
                           std::int64_t layers = 1);

// Makes an image in `memory`, which is used again where it is large enough and taken anew else.
DeviceImage allocate_image_in(std::optional<ocl::Buffer>& memory, const ocl::Queue& queue, Size size,
                              PixelFormat format, std::int64_t layers);

// Returns how far apart the rows of the library's own images begin, in samples.
std::int64_t aligned_stride(std::int64_t width, PixelFormat format);

}  // namespace lenslet
