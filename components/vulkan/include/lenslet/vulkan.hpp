// The component lenslet::vulkan: Vulkan's buffers and images as values of a session. On devices that can import memory
// by file descriptors nothing is copied. Elsewhere the same calls copy through memory that the host has mapped.
//
//   const vulkan::Device gpu(session);                         // Vulkan's device of the session, or one of yours
//   vulkan::SharedImage picture = gpu.allocate(type);
//   vkQueueSubmit(...);                                        // draws into picture.handle()
//   picture.acquire();
//   plan.launch_into(picture.image(), {result.image()});
//   picture.release();                                         // Vulkan has it again
//
// This header includes Vulkan's; no other header of Lenslet does. docs/graphics.md shows more.
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

#pragma GCC visibility push(default)
namespace lenslet::vulkan {

// Handles that a program has opened. The queue belongs to `family`, which must do transfers. Instance and device must
// be of Vulkan 1.1 or later. The device's memory is shared if it has the extension VK_KHR_external_memory_fd,
// semaphores if it has VK_KHR_external_semaphore_fd.
struct Handles {
  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t family = 0;
};

struct Options {
  // Absent: the best that is possible. Device's constructors throw unsupported where the given one is not possible.
  std::optional<Sharing> sharing = {};

  // true: the two APIs wait for each other on the device; Device's constructors throw unsupported where they share no
  // semaphores. false: the host waits for one API before the other begins.
  bool semaphores = false;
};

struct DeviceState;
class Shared;

// An array in Vulkan's memory. The session has it between acquire() and release(); otherwise Vulkan has it. After
// acquire() the session sees what earlier submissions to the device's queue have written. Submissions after release()
// see what the session has written. Both functions use the queue, so no other thread may use it then. acquire() throws
// invalid_argument where the session has the memory already, release() where it does not. Both throw device where
// Vulkan or OpenCL fails.
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

// An image of linear tiling. It must be in VK_IMAGE_LAYOUT_GENERAL before acquire(), and has that layout after
// release(). All else is as for SharedArray.
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

// A session together with a Vulkan device. Copies are handles of the same one.
class Device {
 public:
  // Opens the session's device in Vulkan where OpenCL says which one that is, else Vulkan's first device. Throws
  // unsupported where Vulkan has no device, or where it lacks what the options ask for. Throws device where a call of
  // Vulkan fails.
  explicit Device(const Session& session, const Options& options = {});

  // Uses a device of the caller's, which must outlive this object and all its values. Throws invalid_argument for a
  // null handle.
  Device(const Session& session, const Handles& handles, const Options& options = {});

  const Handles& handles() const;
  const std::string& name() const;  // what Vulkan calls the device
  Sharing sharing() const;          // copies or memory
  bool semaphores() const;
  const std::string& reason() const;  // why no memory is shared; empty where it is
  Traffic traffic() const;

  // Make values in new memory, for these uses and for transfers. Throw invalid_argument for a value without elements or
  // pixels, and for several layers. Throw unsupported for more than the device can hold. Throw unsupported, with the
  // possible formats, for pixels that the device has no linear images of.
  SharedArray allocate(const ArrayType& type, KernelAccess access = KernelAccess::read_write,
                       VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) const;
  SharedImage allocate(const ImageType& type, KernelAccess access = KernelAccess::read_write,
                       VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT) const;

 private:
  std::shared_ptr<DeviceState> state_;
};

// Opens the Vulkan device with this UUID, to make memory that OpenCL and OpenGL share (gl::Options::exporter). Throws
// unsupported where Vulkan has no such device, or where it exports no memory.
std::shared_ptr<const MemoryExporter> exporter(const DeviceUuid& device);

// The same for a session's device. Null where the device cannot import memory, Vulkan does not have it, or Vulkan
// exports no memory of it. gl::Context::reason() then says why memory is not shared.
std::shared_ptr<const MemoryExporter> exporter(const Session& session);

// The UUIDs of Vulkan's devices. Empty where there is no Vulkan.
std::vector<DeviceUuid> device_uuids();

}  // namespace lenslet::vulkan
#pragma GCC visibility pop
