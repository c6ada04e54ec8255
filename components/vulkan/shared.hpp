// One of Vulkan's buffers or images. Vulkan and a session use its memory in turns.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <lenslet/external_memory.hpp>

#include "vulkan/allocation.hpp"
#include "vulkan/api.hpp"
#include "vulkan/device_state.hpp"

namespace lenslet::vulkan {

// A semaphore in both APIs.
struct SharedSemaphore {
  explicit SharedSemaphore(const DeviceState& state);

  Semaphore vulkan;
  ImportedSemaphore session;
};

class Shared {
 public:
  Shared(std::shared_ptr<DeviceState> state, Buffer buffer, KernelAccess access);
  Shared(std::shared_ptr<DeviceState> state, Image image, KernelAccess access);
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared();

  VkBuffer buffer() const { return buffer_.get(); }
  VkImage image() const { return image_.get(); }
  const ImportedMemory* imported() const { return imported_ ? &*imported_ : nullptr; }  // null if copies are made
  std::byte* mapped() const { return allocation_.mapped; }                              // null if none are made
  DeviceState& state() const { return *state_; }

  // These fill the session's memory from the mapped memory, and back. They exist only for copies.
  struct Copies {
    std::function<void()> to_session, from_session;
    std::uint64_t bytes = 0;
  };
  void set_copies(Copies copies) { copies_ = std::move(copies); }

  void acquire();
  void release();

 private:
  void allocate(const VkMemoryRequirements& needs);
  void make_commands();
  void check_owner(bool session_has_it) const;
  void record(VkCommandBuffer commands, bool to_session) const;
  void submit(VkCommandBuffer commands, VkSemaphore wait, VkSemaphore signal) const;

  std::shared_ptr<DeviceState> state_;
  KernelAccess access_;
  Allocation allocation_;  // destroyed after what is bound to it
  Buffer buffer_;
  Image image_;
  CommandPool pool_;
  VkCommandBuffer to_session_ = VK_NULL_HANDLE, to_vulkan_ = VK_NULL_HANDLE;  // of the pool
  std::optional<ImportedMemory> imported_;
  std::unique_ptr<SharedSemaphore> session_begins_, vulkan_begins_;  // null if the host waits
  Copies copies_;
  bool session_has_it_ = false;
};

}  // namespace lenslet::vulkan
