// Vulkan hands its memory to another API by a barrier to the external queue family, and takes it back by one from
// there. Both barriers are recorded once.
#include "vulkan/shared.hpp"

#include <array>
#include <utility>

#include <lenslet/error.hpp>

namespace lenslet::vulkan {
namespace {

constexpr VkAccessFlags all_accesses = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;

// The part of a barrier about the two sides, for a buffer or an image.
template <class Barrier>
Barrier handing(VkStructureType type, const DeviceState& state, bool to_session) {
  const bool external = state.sharing == Sharing::memory;
  const std::uint32_t other = external ? VK_QUEUE_FAMILY_EXTERNAL : state.handles.family;
  const VkAccessFlags session_side = external ? 0 : VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT;
  Barrier barrier{};
  barrier.sType = type;
  barrier.srcAccessMask = to_session ? all_accesses : session_side;
  barrier.dstAccessMask = to_session ? session_side : all_accesses;
  barrier.srcQueueFamilyIndex = to_session ? state.handles.family : other;
  barrier.dstQueueFamilyIndex = to_session ? other : state.handles.family;
  return barrier;
}

VkImageMemoryBarrier whole(VkImageMemoryBarrier barrier, VkImage image, VkImageLayout old_layout) {
  barrier.image = image;
  barrier.oldLayout = old_layout;
  barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
  barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  return barrier;
}

void put(VkCommandBuffer commands, const VkBufferMemoryBarrier* buffer, const VkImageMemoryBarrier* image) {
  // The host's stage orders copies. The other API's work is ordered by waiting for the queue.
  constexpr VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
  vkCmdPipelineBarrier(commands, stages, stages, 0, 0, nullptr, buffer != nullptr, buffer, image != nullptr, image);
}

}  // namespace

SharedSemaphore::SharedSemaphore(const DeviceState& state)
    : vulkan(make_semaphore(state.handles)), session(state.session, export_descriptor(state.handles, vulkan.get())) {}

Shared::Shared(std::shared_ptr<DeviceState> state, Buffer buffer, KernelAccess access)
    : state_(std::move(state)), access_(access), buffer_(std::move(buffer)) {
  allocate(needs_of(state_->handles, buffer_.get()));
  check(vkBindBufferMemory(state_->handles.device, buffer_.get(), allocation_.memory.get(), 0), "vkBindBufferMemory");
  make_commands();
}

Shared::Shared(std::shared_ptr<DeviceState> state, Image image, KernelAccess access)
    : state_(std::move(state)), access_(access), image_(std::move(image)) {
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(state_->handles.device, image_.get(), &needs);
  allocate(needs);
  check(vkBindImageMemory(state_->handles.device, image_.get(), allocation_.memory.get(), 0), "vkBindImageMemory");
  make_commands();
}

Shared::~Shared() {
  vkQueueWaitIdle(state_->handles.queue);
}

void Shared::allocate(const VkMemoryRequirements& needs) {
  const Handles& handles = state_->handles;
  if (state_->sharing == Sharing::copies) {
    allocation_ = allocate_mapped(handles, needs);
    return;
  }
  allocation_ = allocate_exported(handles, needs);
  imported_.emplace(state_->session,
                    ExternalMemory{export_descriptor(handles, allocation_.memory.get()), allocation_.bytes});
  if (!state_->semaphores) return;
  session_begins_ = std::make_unique<SharedSemaphore>(*state_);
  vulkan_begins_ = std::make_unique<SharedSemaphore>(*state_);
}

void Shared::make_commands() {
  const Handles& handles = state_->handles;
  auto pool = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool.queueFamilyIndex = handles.family;
  pool_ = made<CommandPool>(handles.device, vkCreateCommandPool, pool, "vkCreateCommandPool");
  auto info = structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool_.get();
  info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  std::array<VkCommandBuffer, 3> commands{};
  info.commandBufferCount = commands.size();
  check(vkAllocateCommandBuffers(handles.device, &info, commands.data()), "vkAllocateCommandBuffers");
  to_session_ = commands[0];
  to_vulkan_ = commands[1];
  record(to_session_, true);
  record(to_vulkan_, false);
  if (image() == VK_NULL_HANDLE) return;
  auto begin = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  check(vkBeginCommandBuffer(commands[2], &begin), "vkBeginCommandBuffer");
  auto first = structure<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
  first.dstAccessMask = all_accesses;
  first.srcQueueFamilyIndex = first.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  first = whole(first, image(), VK_IMAGE_LAYOUT_UNDEFINED);
  put(commands[2], nullptr, &first);
  check(vkEndCommandBuffer(commands[2]), "vkEndCommandBuffer");
  submit(commands[2], VK_NULL_HANDLE, VK_NULL_HANDLE);
}

void Shared::record(VkCommandBuffer commands, bool to_session) const {
  auto begin = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  begin.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  if (image() != VK_NULL_HANDLE) {
    const auto barrier =
        whole(handing<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, *state_, to_session), image(),
              VK_IMAGE_LAYOUT_GENERAL);
    put(commands, nullptr, &barrier);
  } else {
    auto barrier = handing<VkBufferMemoryBarrier>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER, *state_, to_session);
    barrier.buffer = buffer();
    barrier.size = VK_WHOLE_SIZE;
    put(commands, &barrier, nullptr);
  }
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
}

void Shared::submit(VkCommandBuffer commands, VkSemaphore wait, VkSemaphore signal) const {
  constexpr VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  auto info = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.waitSemaphoreCount = wait != VK_NULL_HANDLE;
  info.pWaitSemaphores = &wait;
  info.pWaitDstStageMask = &stages;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  info.signalSemaphoreCount = signal != VK_NULL_HANDLE;
  info.pSignalSemaphores = &signal;
  check(vkQueueSubmit(state_->handles.queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
}

void Shared::check_owner(bool session_has_it) const {
  if (session_has_it_ == session_has_it) return;
  throw Error(ErrorKind::invalid_argument, session_has_it_ ? "acquire() of what the session has already; release() it"
                                                           : "release() of what the session has not; acquire() it");
}

void Shared::acquire() {
  check_owner(false);
  submit(to_session_, VK_NULL_HANDLE, session_begins_ ? session_begins_->vulkan.get() : VK_NULL_HANDLE);
  if (session_begins_)
    session_begins_->session.wait();
  else
    check(vkQueueWaitIdle(state_->handles.queue), "vkQueueWaitIdle");
  if (imported_) {
    imported_->acquire();
  } else if (access_ != KernelAccess::write_only) {
    copies_.to_session();
    state_->traffic.to_session += copies_.bytes;
  }
  session_has_it_ = true;
}

void Shared::release() {
  check_owner(true);
  if (imported_) {
    const Event released = imported_->release();
    vulkan_begins_ ? vulkan_begins_->session.signal() : released.wait();
  } else if (access_ != KernelAccess::read_only) {
    copies_.from_session();
    state_->traffic.from_session += copies_.bytes;
  }
  submit(to_vulkan_, vulkan_begins_ ? vulkan_begins_->vulkan.get() : VK_NULL_HANDLE, VK_NULL_HANDLE);
  session_has_it_ = false;
}

}  // namespace lenslet::vulkan
