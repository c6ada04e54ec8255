// What the copies of a vulkan::Device share.
#pragma once

#include <memory>
#include <string>

#include <lenslet/vulkan.hpp>

#include "vulkan/open_device.hpp"

namespace lenslet::vulkan {

struct DeviceState {
  Session session;
  Handles handles;
  std::unique_ptr<OpenDevice> owned = {};  // null for a caller's device
  std::string name = {};
  Sharing sharing = Sharing::copies;
  bool semaphores = false;
  std::string reason = {};
  Traffic traffic = {};
};

// The extensions' functions. They are null if the device was opened without them.
struct Exports {
  explicit Exports(VkDevice device);
  PFN_vkGetMemoryFdKHR memory;
  PFN_vkGetSemaphoreFdKHR semaphore;
};

// These say why the device exports no buffers, or no semaphores, by file descriptors; empty if it does.
std::string export_problem(const Handles& handles);
std::string semaphore_export_problem(const Handles& handles);

}  // namespace lenslet::vulkan
