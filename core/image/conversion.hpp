// Moves an image into another storage, on the device.
#pragma once

#include <optional>
#include <vector>

#include <lenslet/device_image.hpp>

#include "ocl/queue.hpp"

namespace lenslet {

// Returns the image in that storage where this takes no copy: it is there, or its buffer only has to be seen in another
// way.
std::optional<DeviceImage> without_copy(const ocl::Queue& queue, const DeviceImage& image, Storage storage);

// Memory for images like one, or for the rectangle that a view names, in a storage that needs a copy. Where that copy
// comes from an image object, the view must be all that is held. The memory serves one image after the other: commands
// that use what the target holds must stand in the queue before the next copy does.
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
  std::optional<ocl::Buffer> packed_;  // OpenCL copies between image objects and rows without gaps only
};

}  // namespace lenslet
