// A context with a queue on one device, and the memory in that context. The queue is in order unless asked otherwise.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <lenslet/access.hpp>

#include "ocl/device.hpp"
#include "ocl/image_object.hpp"

struct _cl_event;  // what OpenCL's cl_event points to

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Where a buffer's memory should lie. The driver decides.
enum class Placement : std::uint8_t {
  device,
  pinned,  // in locked memory of the host, which the device reaches by itself: CL_MEM_ALLOC_HOST_PTR
};

// How a queue's commands follow each other.
enum class Order : std::uint8_t {
  in_order,
  out_of_order,  // only wait lists, barriers and markers order them: see order.hpp
};

// Bytes of one memory object, from `begin` to before `end`.
struct Stretch {
  const void* memory = nullptr;
  std::uint64_t begin = 0, end = 0;

  bool overlaps(const Stretch& other) const { return memory == other.memory && begin < other.end && other.begin < end; }
};

class Buffer {
 public:
  struct Handle;  // cl::Buffer
  Buffer(std::shared_ptr<Handle> handle, std::uint64_t bytes, KernelAccess access = KernelAccess::read_write);

  std::uint64_t bytes() const { return bytes_; }
  KernelAccess access() const { return access_; }
  const Handle& handle() const { return *handle_; }

  // Returns the memory object and the range of bytes of the whole buffer, or of `count` bytes from `offset` on. A
  // buffer may be part of another one's memory.
  Stretch stretch() const { return stretch(0, bytes_); }
  Stretch stretch(std::uint64_t offset, std::uint64_t count) const;

 private:
  std::shared_ptr<Handle> handle_;
  std::uint64_t bytes_;
  KernelAccess access_;
};

// A command in a queue. It is as small as OpenCL's own handle, so that launches need not allocate memory for it.
class Event {
 public:
  explicit Event(_cl_event* owned) : handle_(owned) {}

  void wait() const;
  bool ended() const;                                                 // whether it has ended or failed; does not wait
  bool ends_before(std::chrono::steady_clock::time_point end) const;  // waits until `end` at most
  Event share() const;                                                // another handle of the same command
  std::uint64_t start_ns() const;                                     // by the device's clock, in a timed queue; waits
  std::uint64_t end_ns() const;

  // What the command took: by the device's clock, in a timed queue, or by the host's since `begun`, just before the
  // command was put there, where the driver gives no times. Waits.
  double seconds(std::chrono::steady_clock::time_point begun) const;

  _cl_event* handle() const { return handle_.get(); }
  _cl_event* release() { return handle_.release(); }  // the caller releases it

 private:
  struct Release {
    void operator()(_cl_event* event) const;
  };
  std::unique_ptr<_cl_event, Release> handle_;
};

// The commands that a command waits for.
using After = std::vector<std::reference_wrapper<const Event>>;

class CompilerWatch;
class HostWork;
class Kernel;

// Numbers of work-items, in a launch or in a group, in up to three dimensions.
struct Range {
  std::size_t x = 0;
  std::size_t y = 1;
  std::size_t z = 1;
};

inline constexpr Range no_offset{0, 0, 0};

// Where rows of bytes lie in a buffer. The first begins at `offset`, each next one `stride` bytes later.
struct Rows {
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;
};

class Queue {
 public:
  struct Handle;  // cl::Context and cl::CommandQueue
  explicit Queue(const Device& device, bool timed = true);
  Queue(Device device, bool timed, std::shared_ptr<Handle> handle);  // of an existing context and queue

  const Device& device() const { return device_; }
  bool timed() const { return timed_; }  // whether events know when their commands ran

  // Returns the handle for commands. First does the host's open work.
  const Handle& handle() const;

  // What the device waits for, see compiler_watch.hpp.
  CompilerWatch& watch() const;

  // Does the host's open work.
  void settle() const;

  // Makes sure that `work` is done before any later command of this queue.
  void settle_first(std::shared_ptr<HostWork> work) const;

  // Makes another queue over the same memory. Throws unsupported where the device has no queues of that order.
  Queue beside(Order order) const;

  // Allocates memory. Throws unsupported, with both numbers, for more than the device's largest allocation.
  Buffer allocate(std::uint64_t bytes, Placement placement = Placement::device) const;

  // Allocates memory with a copy of the host's bytes, without waiting for the queue.
  Buffer copy_of(std::span<const std::byte> host) const;

  // Makes a buffer over memory of the host (CL_MEM_USE_HOST_PTR), which must outlive it. The host may use that memory
  // only while it is mapped.
  Buffer over(std::span<std::byte> host, KernelAccess access = KernelAccess::read_write) const;

  // view() makes an image object over all samples of a buffer, without a copy. allocate() makes one with memory of its
  // own. Both throw unsupported, with both numbers, beyond the device's limit.
  ImageObject view(const Buffer& buffer, SampleType type) const;
  ImageObject allocate(const Texels& texels) const;

  // Transfers. All of these except copy(), copy_rows() and launch() wait for their end.
  void write(const Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const;
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const;
  void write_rows(const Buffer& to, Rows device, const std::byte* host, std::uint64_t host_stride,
                  std::uint64_t row_bytes, std::uint64_t rows) const;
  void read_rows(const Buffer& from, Rows device, std::byte* host, std::uint64_t host_stride, std::uint64_t row_bytes,
                 std::uint64_t rows) const;
  Event copy(const Buffer& from, const Buffer& to, std::uint64_t bytes) const;

  // Uses one command, or one for each row where the driver does not take the rows as a rectangle.
  std::vector<Event> copy_rows(const Buffer& from, Rows from_rows, const Buffer& to, Rows to_rows,
                               std::uint64_t row_bytes, std::uint64_t rows) const;

  // Transfer one layer of an image object that is no view, or a part of a layer. Without `part` it is the first layer.
  void write(const ImageObject& to, const std::byte* host, std::uint64_t host_stride) const;
  void write(const ImageObject& to, const std::byte* host, std::uint64_t host_stride, const TexelRect& part) const;
  void read(const ImageObject& from, std::byte* host, std::uint64_t host_stride, const TexelRect& part) const;

  // Copies all layers of an image object that is no view. Rows of the buffer have no gaps and begin at `offset`. See
  // texel_layers.hpp, too.
  Event copy(const Buffer& from, const ImageObject& to, std::uint64_t offset) const;

  // Launches a kernel. `global` must be a multiple of `local` in each dimension, unless the program was built with
  // uneven_groups(). Where local.x is 0 the runtime chooses the group. `offset` is the global id of the first
  // work-item.
  Event launch(const Kernel& kernel, Range global, Range local, Range offset = no_offset,
               const After& after = {}) const;

  void flush() const;  // the device begins with the queue's commands
  void finish() const;

 private:
  Device device_;
  bool timed_;
  std::shared_ptr<Handle> handle_;
};

// Returns the same queue if it is timed, else a timed one on its device in a new context.
Queue timed(const Queue& queue);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
