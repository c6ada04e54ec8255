// What Vulkan's functions return, and handles that their owners destroy. Private to this folder.
#pragma once

#include <vulkan/vulkan.h>

#include <string>
#include <utility>
#include <vector>

namespace lenslet::vulkan {

// Throws device: "vkAllocateMemory failed: VK_ERROR_OUT_OF_DEVICE_MEMORY, NOTE"; unsupported where memory is short.
void check(VkResult result, const char* call, const std::string& note = {});

// One of Vulkan's structures. Its other members are zeros.
template <class Structure>
Structure structure(VkStructureType type) {
  Structure made{};
  made.sType = type;
  return made;
}

// A handle of a device. `destroy` destroys it.
template <class Handle, void (*destroy)(VkDevice, Handle, const VkAllocationCallbacks*)>
class Owned {
 public:
  Owned() = default;
  Owned(VkDevice device, Handle handle) : device_(device), handle_(handle) {}
  Owned(Owned&& other) noexcept : device_(other.device_), handle_(std::exchange(other.handle_, VK_NULL_HANDLE)) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_ != VK_NULL_HANDLE) destroy(device_, handle_, nullptr);
  }

  Handle get() const { return handle_; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  Handle handle_ = VK_NULL_HANDLE;
};

using Buffer = Owned<VkBuffer, vkDestroyBuffer>;
using Image = Owned<VkImage, vkDestroyImage>;
using Memory = Owned<VkDeviceMemory, vkFreeMemory>;
using Semaphore = Owned<VkSemaphore, vkDestroySemaphore>;
using CommandPool = Owned<VkCommandPool, vkDestroyCommandPool>;

// Calls `make(info, nullptr, &handle)` of a device, and returns an owner of the handle.
template <class OwnedHandle, class Handle, class Info>
OwnedHandle made(VkDevice device, VkResult (*make)(VkDevice, const Info*, const VkAllocationCallbacks*, Handle*),
                 const Info& info, const char* call, const std::string& note = {}) {
  Handle handle = VK_NULL_HANDLE;
  check(make(device, &info, nullptr, &handle), call, note);
  return {device, handle};
}

// Returns all items of a function `list(&count, items)`.
template <class Item, class List>
std::vector<Item> all_of(const List& list) {
  std::uint32_t count = 0;
  list(&count, static_cast<Item*>(nullptr));
  std::vector<Item> items(count);
  if (count > 0) list(&count, items.data());
  items.resize(count);
  return items;
}

}  // namespace lenslet::vulkan
