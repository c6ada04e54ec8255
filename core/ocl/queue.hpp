// A context with a queue on one device, in order unless asked otherwise, and the memory that lives there.
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

namespace lenslet::ocl {

// Where a buffer's memory shall lie. The driver decides what it makes of the wish.
enum class Placement : std::uint8_t {
  device,
  pinned,  // with the host, locked, so that the device reaches it by itself: CL_MEM_ALLOC_HOST_PTR
};

// How a queue's commands follow each other.
enum class Order : std::uint8_t {
  in_order,
  out_of_order,  // wait lists, barriers and markers alone order them: see order.hpp
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

  // Says which bytes these are, or `count` of them from `offset` on: a buffer may be part of another one's memory.
  Stretch stretch() const { return stretch(0, bytes_); }
  Stretch stretch(std::uint64_t offset, std::uint64_t count) const;

 private:
  std::shared_ptr<Handle> handle_;
  std::uint64_t bytes_;
  KernelAccess access_;
};

// A command that was put into the queue. It is no larger than OpenCL's own handle, so that a launch allocates nothing
// for it.
class Event {
 public:
  explicit Event(_cl_event* owned) : handle_(owned) {}

  void wait() const;
  bool ended() const;                                                 // has it ended or failed? does not wait
  bool ends_before(std::chrono::steady_clock::time_point end) const;  // waits, but no longer than until then
  Event share() const;                                                // another handle of the same command
  std::uint64_t start_ns() const;  // by the device's clock, in a timed queue; waits first
  std::uint64_t end_ns() const;

  _cl_event* handle() const { return handle_.get(); }
  _cl_event* release() { return handle_.release(); }  // to an owner of OpenCL's own

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

// Numbers of work-items, of a launch or of a group, in up to three dimensions.
struct Range {
  std::size_t x = 0;
  std::size_t y = 1;
  std::size_t z = 1;
};

inline constexpr Range no_offset{0, 0, 0};

// Where rows of bytes lie in a buffer: the first at `offset`, each next one `stride` bytes on.
struct Rows {
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;
};

class Queue {
 public:
  struct Handle;  // cl::Context and cl::CommandQueue
  explicit Queue(const Device& device, bool timed = true);
  Queue(Device device, bool timed, std::shared_ptr<Handle> handle);  // of a context and queue that there are

  const Device& device() const { return device_; }
  bool timed() const { return timed_; }  // whether events know when their command ran

  // The handle to put commands with. What the host has still to do before them is done first.
  const Handle& handle() const;

  // What keeps its device waiting, see compiler_watch.hpp.
  CompilerWatch& watch() const;

  // Does what the host has still to do.
  void settle() const;

  // Has this work done before any command of this queue that follows.
  void settle_first(std::shared_ptr<HostWork> work) const;

  // Makes another queue over the same memory. Throws unsupported where the device has none of that order.
  Queue beside(Order order) const;

  // Takes memory. Throws unsupported where the device's largest allocation is smaller, with both numbers.
  Buffer allocate(std::uint64_t bytes, Placement placement = Placement::device) const;

  // Takes memory that begins as a copy of the host's, without waiting for anything in the queue.
  Buffer copy_of(std::span<const std::byte> host) const;

  // Makes a buffer over memory of the host, which must outlive it (CL_MEM_USE_HOST_PTR). The host may use that memory
  // only while it is mapped.
  Buffer over(std::span<std::byte> host, KernelAccess access = KernelAccess::read_write) const;

  // Make image objects: over all samples of a buffer, without a copy, or with memory of their own. Throw unsupported
  // where the device's limit is smaller, with both numbers.
  ImageObject view(const Buffer& buffer, PixelType type) const;
  ImageObject allocate(const Texels& texels) const;

  // Transfers. All of these but copy(), copy_rows() and launch() wait for their end.
  void write(const Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const;
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const;
  void write_rows(const Buffer& to, Rows device, const std::byte* host, std::uint64_t host_stride,
                  std::uint64_t row_bytes, std::uint64_t rows) const;
  void read_rows(const Buffer& from, Rows device, std::byte* host, std::uint64_t host_stride, std::uint64_t row_bytes,
                 std::uint64_t rows) const;
  Event copy(const Buffer& from, const Buffer& to, std::uint64_t bytes) const;

  // This is one command, or one for each row where the driver does not take the rows for a rectangle.
  std::vector<Event> copy_rows(const Buffer& from, Rows from_rows, const Buffer& to, Rows to_rows,
                               std::uint64_t row_bytes, std::uint64_t rows) const;

  // Transfer one layer of an image object that is no view, the first where none is named, or a part of one.
  void write(const ImageObject& to, const std::byte* host, std::uint64_t host_stride) const;
  void write(const ImageObject& to, const std::byte* host, std::uint64_t host_stride, const TexelRect& part) const;
  void read(const ImageObject& from, std::byte* host, std::uint64_t host_stride, const TexelRect& part) const;

  // Copy all layers of an image object that is no view. In buffers rows have no gaps and begin at `offset`.
  Event copy(const Buffer& from, const ImageObject& to, std::uint64_t offset) const;
  Event copy(const ImageObject& from, const Buffer& to, std::uint64_t offset) const;
  Event copy(const ImageObject& from, const ImageObject& to) const;

  // Launches a kernel. `global` is a multiple of `local` along each dimension, but for programs built with
  // uneven_groups(). Where `local` has 0 in x, the runtime chooses the group. `offset` is the first work-item's global
  // id.
  Event launch(const Kernel& kernel, Range global, Range local, Range offset = no_offset,
               const After& after = {}) const;

  void flush() const;  // the device begins with what is in the queue
  void finish() const;

 private:
  Device device_;
  bool timed_;
  std::shared_ptr<Handle> handle_;
};

// Returns the same queue where it is timed, else another on its device, with a context of its own.
Queue timed(const Queue& queue);

}  // namespace lenslet::ocl
