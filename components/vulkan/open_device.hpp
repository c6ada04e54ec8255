// Vulkan's devices: lists them, and opens one that exports memory.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/vulkan.hpp>

namespace lenslet::vulkan {

// A device that this object owns, with its instance.
class OpenDevice {
 public:
  // Opens the device with the UUID, or without a UUID the first. Throws unsupported if there is none.
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
