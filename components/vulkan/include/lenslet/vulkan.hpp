// The component lenslet::vulkan: Vulkan's buffers and images as values of a session. On devices that take memory by
// file descriptors nothing is copied; else the same calls copy through memory that the host has mapped.
//
//   const vulkan::Device gpu(session);                         // Vulkan's device of the session, or one of yours
//   vulkan::SharedImage picture = gpu.allocate(type);
//   vkQueueSubmit(...);                                        // draws into picture.handle()
//   picture.acquire();
//   plan.launch_into(picture.image(), {result.image()});
//   picture.release();                                         // Vulkan has it again
//
// This header includes Vulkan's, and no other of Lenslet's does. docs/graphics.md shows more.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/access.hpp>
#include <lenslet/external_memory.hpp>
#include <lenslet/session.hpp>
#include <lenslet/value.hpp>

namespace lenslet::vulkan {

// What a program has opened. The queue is of the family, which does transfers. Instance and device are of Vulkan 1.1 or
// later; with VK_KHR_external_memory_fd among the device's extensions its memory is shared, with
// VK_KHR_external_semaphore_fd semaphores are.
struct Handles {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t family = 0;
};

struct Options {
  std::optional<Sharing> sharing = {};  // absent: the best that there is; else this one, and unsupported without it

  // The two APIs wait for each other on the device; else the host waits for each before the other begins. Unsupported
  // where there are no semaphores in common.
  bool semaphores = false;
};

struct DeviceState;
class Shared;

// Values in memory of Vulkan's. Between acquire() and release() the session has it, else Vulkan: acquire() follows what
// was submitted to the device's queue before, and what is submitted there after release() sees what the session has
// written. Both use the queue, so no other thread may then. They throw invalid_argument where the session has the
// memory already, or has it not; device where Vulkan or OpenCL fails.
class SharedArray {
 public:
  SharedArray(SharedArray&&) noexcept;
  SharedArray& operator=(SharedArray&&) noexcept;
  ~SharedArray();  // waits for Vulkan's queue

  VkBuffer handle() const;
  const DeviceArray& array() const { return array_; }
  void acquire();
  void release();

 private:
  friend class Device;
  SharedArray(std::unique_ptr<Shared> shared, DeviceArray array);

  std::unique_ptr<Shared> shared_;
  DeviceArray array_;
};

// An image of linear tiling, which lies in VK_IMAGE_LAYOUT_GENERAL before acquire() and after release().
class SharedImage {
 public:
  SharedImage(SharedImage&&) noexcept;
  SharedImage& operator=(SharedImage&&) noexcept;
  ~SharedImage();  // waits for Vulkan's queue

  VkImage handle() const;
  VkFormat format() const { return format_; }
  const DeviceImage& image() const { return image_; }
  void acquire();
  void release();

 private:
  friend class Device;
  SharedImage(std::unique_ptr<Shared> shared, DeviceImage image, VkFormat format);

  std::unique_ptr<Shared> shared_;
  DeviceImage image_;
  VkFormat format_;
};

// A session beside a device of Vulkan's. Copies are handles of the same one.
class Device {
 public:
  // Opens the session's device in Vulkan where it tells which that is, else Vulkan's first. Throws unsupported where
  // Vulkan has none, or has not what the options ask for.
  explicit Device(const Session& session, const Options& options = {});

  // Uses a caller's, which lives as long as this and all values do. Throws invalid_argument for a null handle.
  Device(const Session& session, const Handles& handles, const Options& options = {});

  const Handles& handles() const;
  const std::string& name() const;  // what Vulkan calls the device
  Sharing sharing() const;          // copies or memory
  bool semaphores() const;
  const std::string& reason() const;  // why no memory is shared; empty where it is
  Traffic traffic() const;

  // Make values in new memory, for these uses beside transfers. Throw unsupported for what the device does not hold,
  // and for pixels that it has no linear images of, with those that it has.
  SharedArray allocate(const ArrayType& type, KernelAccess access = KernelAccess::read_write,
                       VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) const;
  SharedImage allocate(const ImageType& type, KernelAccess access = KernelAccess::read_write,
                       VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT) const;

 private:
  std::shared_ptr<DeviceState> state_;
};

// Opens Vulkan's device with this UUID for memory that OpenCL and OpenGL are to have in common (gl::Options::exporter).
// Throws unsupported where Vulkan has no such device, or it exports no memory.
std::shared_ptr<const MemoryExporter> exporter(const DeviceUuid& device);

// The same for a session's device. Null where that takes no memory of others, or Vulkan has it not or exports none;
// gl::Context::reason() then says why memory is not shared.
std::shared_ptr<const MemoryExporter> exporter(const Session& session);

// The UUIDs of Vulkan's devices; none where there is no Vulkan.
std::vector<DeviceUuid> device_uuids();

}  // namespace lenslet::vulkan
