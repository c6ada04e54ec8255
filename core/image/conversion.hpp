// Moves an image into another storage on the device.
#pragma once

#include <optional>
#include <vector>

#include <lenslet/device_image.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Returns the image in that storage where no copy is needed: it has this storage already, or its buffer can be viewed
// so.
std::optional<DeviceImage> without_copy(const ocl::Queue& queue, const DeviceImage& image, Storage storage);

// Memory in another storage for images like `like`, or for the rectangle of a view. Where the source is an image
// object, the rectangle must be everything that it holds. The memory serves one image after the other: commands that
// use the target must be in the queue before the next copy.
class Conversion {
 public:
  Conversion(const ocl::Queue& queue, const DeviceImage& like, Storage storage);

  bool serves(const DeviceImage& image, Storage storage) const;
  const DeviceImage& target() const { return target_; }

  // Puts the copies into the queue.
  std::vector<ocl::Event> copy(const ocl::Queue& queue, const DeviceImage& from) const;

 private:
  void copy_from_buffer(const ocl::Queue& queue, const DeviceImage& from, std::vector<ocl::Event>& events) const;
  void copy_to_buffer(const ocl::Queue& queue, const DeviceImage& from, std::vector<ocl::Event>& events) const;

  DeviceImage target_;
  bool from_buffer_;
  std::optional<ocl::Buffer> packed_;  // OpenCL can only copy between image objects and rows without gaps
};

}  // namespace lenslet
