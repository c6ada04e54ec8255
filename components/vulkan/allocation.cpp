// Buffers, memory and semaphores that can be exported as opaque file descriptors.
#include "vulkan/allocation.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::vulkan {
namespace {

constexpr auto memory_handle = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
constexpr auto semaphore_handle = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
constexpr std::uint32_t no_type = ~0u;

// The first allowed type with these properties.
std::uint32_t find_type(VkPhysicalDevice device, std::uint32_t allowed, VkMemoryPropertyFlags properties) {
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(device, &memory);
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((allowed >> i & 1) && (memory.memoryTypes[i].propertyFlags & properties) == properties) return i;
  return no_type;
}

Memory allocate(const Handles& handles, const VkMemoryRequirements& needs, std::uint32_t type, const void* next) {
  auto info = structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.pNext = next;
  info.allocationSize = needs.size;
  info.memoryTypeIndex = type;
  return made<Memory>(handles.device, vkAllocateMemory, info, "vkAllocateMemory", fmt::format("{} bytes", needs.size));
}

}  // namespace

Allocation allocate_exported(const Handles& handles, const VkMemoryRequirements& needs) {
  std::uint32_t type = find_type(handles.physical, needs.memoryTypeBits, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
  if (type == no_type) type = find_type(handles.physical, needs.memoryTypeBits, 0);
  auto exported = structure<VkExportMemoryAllocateInfo>(VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO);
  exported.handleTypes = memory_handle;
  return {allocate(handles, needs, type, &exported), needs.size};
}

Allocation allocate_mapped(const Handles& handles, const VkMemoryRequirements& needs) {
  constexpr VkMemoryPropertyFlags seen = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  std::uint32_t type = find_type(handles.physical, needs.memoryTypeBits, seen | VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
  if (type == no_type) type = find_type(handles.physical, needs.memoryTypeBits, seen);
  if (type == no_type)
    throw Error(ErrorKind::unsupported,
                fmt::format("{} has no memory for it that the host sees", name_of(handles.physical)));
  Allocation made{allocate(handles, needs, type, nullptr), needs.size};
  void* mapped = nullptr;
  check(vkMapMemory(handles.device, made.memory.get(), 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  made.mapped = static_cast<std::byte*>(mapped);
  return made;
}

Descriptor export_descriptor(const Handles& handles, VkDeviceMemory memory) {
  auto info = structure<VkMemoryGetFdInfoKHR>(VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR);
  info.memory = memory;
  info.handleType = memory_handle;
  int descriptor = -1;
  check(Exports(handles.device).memory(handles.device, &info, &descriptor), "vkGetMemoryFdKHR");
  return Descriptor(descriptor);
}

Buffer make_buffer(const Handles& handles, std::uint64_t bytes, VkBufferUsageFlags usage, bool exported) {
  auto external = structure<VkExternalMemoryBufferCreateInfo>(VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO);
  external.handleTypes = memory_handle;
  auto info = structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.pNext = exported ? &external : nullptr;
  info.size = bytes;
  info.usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  return made<Buffer>(handles.device, vkCreateBuffer, info, "vkCreateBuffer", fmt::format("{} bytes", bytes));
}

VkMemoryRequirements needs_of(const Handles& handles, VkBuffer buffer) {
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(handles.device, buffer, &needs);
  return needs;
}

Semaphore make_semaphore(const Handles& handles) {
  auto exported = structure<VkExportSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO);
  exported.handleTypes = semaphore_handle;
  auto info = structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  info.pNext = &exported;
  return made<Semaphore>(handles.device, vkCreateSemaphore, info, "vkCreateSemaphore");
}

Descriptor export_descriptor(const Handles& handles, VkSemaphore semaphore) {
  auto info = structure<VkSemaphoreGetFdInfoKHR>(VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR);
  info.semaphore = semaphore;
  info.handleType = semaphore_handle;
  int descriptor = -1;
  check(Exports(handles.device).semaphore(handles.device, &info, &descriptor), "vkGetSemaphoreFdKHR");
  return Descriptor(descriptor);
}

}  // namespace lenslet::vulkan
