// Between the host's pixels and the device's, whatever the storage. Both wait for their end.
#pragma once

#include <lenslet/device_image.hpp>
#include <lenslet/image.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// One layer of a rectangle. Both have the same size and format.
void write_pixels(const ocl::Queue& queue, const ImageView& from, const DeviceImage& to, std::int64_t layer = 0);

Image read_pixels(const ocl::Queue& queue, const DeviceImage& from, std::int64_t layer = 0);

// Where the rows of an image lie in its buffer, in bytes.
ocl::Rows rows_of(const DeviceImage& image);
std::uint64_t row_bytes_of(const DeviceImage& image);

}  // namespace lenslet
