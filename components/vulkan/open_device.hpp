// Vulkan's devices: which there are, and one opened with what exports memory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/vulkan.hpp>

namespace lenslet::vulkan {

// A device that this owns, with its instance.
class OpenDevice {
 public:
  // Opens that with the UUID, or without one the first. Throws unsupported where there is none.
  explicit OpenDevice(const std::optional<DeviceUuid>& uuid);
  OpenDevice(const OpenDevice&) = delete;
  OpenDevice& operator=(const OpenDevice&) = delete;
  ~OpenDevice();

  const Handles& handles() const { return handles_; }

 private:
  Handles handles_;
};

DeviceUuid uuid_of(VkPhysicalDevice device);
std::string name_of(VkPhysicalDevice device);

}  // namespace lenslet::vulkan
