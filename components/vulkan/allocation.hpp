// Vulkan's memory for one buffer or image: exported, or mapped by the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lenslet/external_memory.hpp>

#include "vulkan/api.hpp"
#include "vulkan/device_state.hpp"

namespace lenslet::vulkan {

struct Allocation {
  Memory memory;
  std::uint64_t bytes = 0;
  std::byte* mapped = nullptr;  // null for exported memory
};

// Allocates the device's own memory, if it has some. Throws unsupported if it has not enough.
Allocation allocate_exported(const Handles& handles, const VkMemoryRequirements& needs);

// Allocates memory that the host sees at once, cached if possible.
Allocation allocate_mapped(const Handles& handles, const VkMemoryRequirements& needs);

// Each call makes another descriptor of the same memory.
Descriptor export_descriptor(const Handles& handles, VkDeviceMemory memory);

// Makes a buffer without memory. With `exported` it can be bound to exported memory.
Buffer make_buffer(const Handles& handles, std::uint64_t bytes, VkBufferUsageFlags usage, bool exported);

VkMemoryRequirements needs_of(const Handles& handles, VkBuffer buffer);

// Makes an exported semaphore, and a descriptor of it.
Semaphore make_semaphore(const Handles& handles);
Descriptor export_descriptor(const Handles& handles, VkSemaphore semaphore);

}  // namespace lenslet::vulkan
