// Memory and semaphores of another API in a session, without a copy. The other API exports them as file descriptors. It
// may be Vulkan (<lenslet/vulkan.hpp>), OpenGL (<lenslet/gl.hpp>) or a program of yours.
//
//   if (const std::string problem = import_problem(session); !problem.empty()) copy_instead(problem);
//   const ImportedMemory memory(session, {Descriptor(descriptor), bytes});
//   memory.acquire();                                         // the other API must have finished
//   plan.run_into(memory.image(type), {result});
//   memory.release().wait();                                  // the other API may use it again
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/event.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

namespace ocl {
class Buffer;
class Semaphore;
}  // namespace ocl

// What a session and another API share.
enum class Sharing : std::uint8_t {
  copies,   // nothing: all pixels go through memory of the host
  memory,   // memory that one API has exported as a file descriptor
  objects,  // OpenGL's buffers (cl_khr_gl_sharing)
};

std::string_view name_of(Sharing sharing);     // "copies", "memory", "objects"
Sharing parse_sharing(std::string_view word);  // throws invalid_argument for any other word

// Bytes that were copied through memory of the host between a session and another API.
struct Traffic {
  std::uint64_t to_session = 0;
  std::uint64_t from_session = 0;
  bool operator==(const Traffic&) const = default;
};

// A file descriptor that its owner closes.
class Descriptor {
 public:
  explicit Descriptor(int owned = -1) : descriptor_(owned) {}
  Descriptor(Descriptor&& other) noexcept : descriptor_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }  // the caller closes it
  Descriptor duplicate() const;                             // a new descriptor of the same memory; throws io

 private:
  int descriptor_;
};

// 16 bytes that name a device in Vulkan, OpenGL and OpenCL alike.
using DeviceUuid = std::array<std::uint8_t, 16>;

std::string to_string(const DeviceUuid& uuid);  // 32 hexadecimal digits

// Returns the UUID of the session's device. Absent where the driver does not tell it (cl_khr_device_uuid).
std::optional<DeviceUuid> uuid_of(const Session& session);

// Memory that was exported as an opaque file descriptor. It is used from its first byte.
struct ExternalMemory {
  Descriptor descriptor;
  std::uint64_t bytes = 0;
  std::shared_ptr<const void> owner = {};  // lives as long as the memory is used
};

// Makes memory and semaphores that several APIs can share, as vulkan::exporter() does.
class MemoryExporter {
 public:
  virtual ~MemoryExporter() = default;
  virtual DeviceUuid device() const = 0;
  virtual ExternalMemory allocate(std::uint64_t bytes) const = 0;  // throws unsupported where it cannot
  // Makes a binary semaphore. Throws unsupported where it cannot.
  virtual Descriptor semaphore() const = 0;
};

// Say why the session's device cannot import memory, or semaphores, as opaque file descriptors
// (cl_khr_external_memory_opaque_fd, cl_khr_external_semaphore_opaque_fd). Empty where it can.
std::string import_problem(const Session& session);
std::string semaphore_problem(const Session& session);

// External memory in a session. Copies of this handle share the memory, which lives as long as the handles and their
// values.
class ImportedMemory {
 public:
  // Throws unsupported, with the reason, where the device cannot import memory. Throws device where the driver refuses
  // this memory. Throws invalid_argument for 0 bytes.
  ImportedMemory(const Session& session, ExternalMemory memory);

  std::uint64_t bytes() const;  // of the memory

  // Make values in the memory. Throw as opencl::image() and opencl::array() do.
  DeviceImage image(const ImageType& type, const ImageLayout& layout = {}) const;
  DeviceArray array(const ArrayType& type, std::uint64_t offset = 0) const;

  // The session has the memory between acquire() and release(); the other API must leave it alone meanwhile. Both
  // return at once. The event that they return ends when all earlier work of the session has ended. The last handle's
  // destructor releases memory that is still acquired, and waits for the session's queue. After a release the values in
  // the memory must not be used.
  Event acquire() const;
  Event release() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// A binary semaphore of another API, in the session's queue. What the session does after wait() begins when the other
// API has signalled the semaphore. signal() signals it when all earlier work of the session has ended.
class ImportedSemaphore {
 public:
  // Throws unsupported, with the reason, where the device cannot import semaphores. Throws device where the driver
  // refuses this one.
  ImportedSemaphore(const Session& session, Descriptor semaphore);

  void wait() const;
  void signal() const;

 private:
  Session session_;
  std::shared_ptr<const ocl::Semaphore> semaphore_;
};

}  // namespace lenslet
#pragma GCC visibility pop
