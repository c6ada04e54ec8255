// What the copies of a vulkan::Device have together.
#pragma once

#include <memory>
#include <string>

#include <lenslet/vulkan.hpp>

#include "vulkan/open_device.hpp"

namespace lenslet::vulkan {

struct DeviceState {
  Session session;
  Handles handles;
  std::unique_ptr<OpenDevice> owned = {};  // null for a caller's
  std::string name = {};
  Sharing sharing = Sharing::copies;
  bool semaphores = false;
  std::string reason = {};
  Traffic traffic = {};
};

// The extensions' functions, which are null where the device was opened without them.
struct Exports {
  explicit Exports(VkDevice device);
  PFN_vkGetMemoryFdKHR memory;
  PFN_vkGetSemaphoreFdKHR semaphore;
};

// Say why the device exports no buffers, or no semaphores, by file descriptors; empty where it does.
std::string export_problem(const Handles& handles);
std::string semaphore_export_problem(const Handles& handles);

}  // namespace lenslet::vulkan
