// Copies pixels between the host and the device, for any storage. Both directions wait until they are done. OpenCL
// knows no rows from bottom to top and no gaps between pixels, so such views are copied on the host, too.
#pragma once

#include <lenslet/device_image.hpp>
#include <lenslet/image.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Copy one layer of the image's rectangle. Both sides must have the same size and format.
void write_pixels(const ocl::Queue& queue, const ImageView& from, const DeviceImage& to, std::int64_t layer = 0);

Image read_pixels(const ocl::Queue& queue, const DeviceImage& from, std::int64_t layer = 0);
void read_pixels_into(const ocl::Queue& queue, const DeviceImage& from, const MutableImageView& to,
                      std::int64_t layer = 0);
void read_pixels_into(const ocl::Queue& queue, const DeviceImage& from, std::byte* to, std::int64_t stride,
                      std::int64_t layer = 0);

// Return where the rows of an image lie in its buffer, and how long they are, in bytes.
ocl::Rows rows_of(const DeviceImage& image);
std::uint64_t row_bytes_of(const DeviceImage& image);

}  // namespace lenslet
