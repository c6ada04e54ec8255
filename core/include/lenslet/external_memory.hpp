// Memory and semaphores that another API has made and exported as file descriptors, used by a session without a copy:
// those of Vulkan (<lenslet/vulkan.hpp>), which OpenGL can have as well (<lenslet/gl.hpp>), or of a program of yours.
//
//   if (const std::string problem = import_problem(session); !problem.empty()) copy_instead(problem);
//   const ImportedMemory memory(session, {Descriptor(descriptor), bytes});
//   memory.acquire();                                         // the other API is done with it
//   plan.run_into(memory.image(type), {result});
//   memory.release().wait();                                  // the other API may have it again
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

namespace lenslet {

namespace ocl {
class Buffer;
class Semaphore;
}  // namespace ocl

// What a session and another API have in common.
enum class Sharing : std::uint8_t {
  copies,   // nothing: all goes through memory of the host
  memory,   // memory that one API has exported as a file descriptor
  objects,  // buffers of OpenGL's (cl_khr_gl_sharing)
};

std::string_view name_of(Sharing sharing);     // "copies", "memory", "objects"
Sharing parse_sharing(std::string_view word);  // throws invalid_argument for any other word

// Bytes that went through memory of the host between a session and another API.
struct Traffic {
  std::uint64_t to_session = 0;
  std::uint64_t from_session = 0;
  bool operator==(const Traffic&) const = default;
};

// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int owned = -1) : descriptor_(owned) {}
  Descriptor(Descriptor&& other) noexcept : descriptor_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, -1); }  // to an owner that closes it
  Descriptor duplicate() const;                             // of the same memory; throws io

 private:
  int descriptor_;
};

// By these bytes Vulkan, OpenGL and OpenCL tell whether they speak of one device.
using DeviceUuid = std::array<std::uint8_t, 16>;

std::string to_string(const DeviceUuid& uuid);  // 32 hexadecimal digits

// Nothing where the driver does not tell it (cl_khr_device_uuid).
std::optional<DeviceUuid> uuid_of(const Session& session);

// Memory that was exported as an opaque file descriptor, from its first byte on.
struct ExternalMemory {
  Descriptor descriptor;
  std::uint64_t bytes = 0;
  std::shared_ptr<const void> owner = {};  // lives as long as somebody uses the memory
};

// Makes memory and semaphores that several APIs can have, as vulkan::exporter() does.
class MemoryExporter {
 public:
  virtual ~MemoryExporter() = default;
  virtual DeviceUuid device() const = 0;
  virtual ExternalMemory allocate(std::uint64_t bytes) const = 0;  // throws unsupported where there is none
  virtual Descriptor semaphore() const = 0;                        // a binary one; throws unsupported where it has none
};

// Say why the session's device takes no memory, or no semaphores, by opaque file descriptors
// (cl_khr_external_memory_opaque_fd, cl_khr_external_semaphore_opaque_fd). Empty where it takes them.
std::string import_problem(const Session& session);
std::string semaphore_problem(const Session& session);

// Such memory in a session. Copies are handles of the same memory, which lives as long as they and their values do.
class ImportedMemory {
 public:
  // Throws unsupported, with the reason, where the device takes none; device where the driver refuses this one.
  ImportedMemory(const Session& session, ExternalMemory memory);

  std::uint64_t bytes() const;

  // Make values in the memory, as opencl::image() and opencl::array() do of a buffer. Throw as these do.
  DeviceImage image(const ImageType& type, const ImageLayout& layout = {}) const;
  DeviceArray array(const ArrayType& type, std::uint64_t offset = 0) const;

  // Between these the session has the memory, and the other API must leave it alone. They do not wait: what they return
  // ends when all that the session was given before has ended. What is acquired when the last copy goes is released by
  // it, which waits for the session's queue; values that still lie there are then the other API's.
  Event acquire() const;
  Event release() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

// A binary semaphore of another API, in the session's queue: what the session does after wait() begins when the other
// API has signalled it; signal() tells that API when all is done that the session was given before.
class ImportedSemaphore {
 public:
  // Throws unsupported, with the reason, where the device takes none; device where the driver refuses this one.
  ImportedSemaphore(const Session& session, Descriptor semaphore);

  void wait() const;
  void signal() const;

 private:
  Session session_;
  std::shared_ptr<const ocl::Semaphore> semaphore_;
};

}  // namespace lenslet
