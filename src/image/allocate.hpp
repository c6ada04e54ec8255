// Device memory for an image.
#pragma once

#include <lenslet/device_image.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Throws invalid_argument for an empty size or bad format, unsupported for one that the device cannot hold in this
// storage.
DeviceImage allocate_image(const ocl::Queue& queue, Size size, PixelFormat format, Storage storage = Storage::buffer);

}  // namespace lenslet
