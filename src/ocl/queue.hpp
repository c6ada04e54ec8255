// A context with one in-order, profiling queue on one device, and the memory that lives there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ocl/device.hpp"

struct _cl_event;  // what OpenCL's cl_event points to

namespace lenslet::ocl {

class Buffer {
 public:
  struct Handle;  // cl::Buffer
  Buffer(std::shared_ptr<Handle> handle, std::uint64_t bytes);

  std::uint64_t bytes() const { return bytes_; }
  const Handle& handle() const { return *handle_; }

 private:
  std::shared_ptr<Handle> handle_;
  std::uint64_t bytes_;
};

// A command that was put into the queue. No larger than OpenCL's own handle, so that a launch allocates nothing for it.
class Event {
 public:
  explicit Event(_cl_event* owned) : handle_(owned) {}

  void wait() const;
  std::uint64_t start_ns() const;  // of the device's clock; waits first
  std::uint64_t end_ns() const;

 private:
  struct Release {
    void operator()(_cl_event* event) const;
  };
  std::unique_ptr<_cl_event, Release> handle_;
};

class Kernel;

// Where rows of bytes lie: `offset` of the first, `stride` from one to the next.
struct Rows {
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;
};

class Queue {
 public:
  struct Handle;  // cl::Context and cl::CommandQueue
  explicit Queue(const Device& device);

  const Device& device() const { return device_; }
  const Handle& handle() const { return *handle_; }

  // Throws unsupported where the device's largest allocation is smaller, with both numbers.
  Buffer allocate(std::uint64_t bytes) const;

  // All of these but copy() and launch() wait for their end.
  void write(const Buffer& to, std::uint64_t offset, std::span<const std::byte> bytes) const;
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> bytes) const;
  void write_rows(const Buffer& to, Rows device, const std::byte* host, std::uint64_t host_stride,
                  std::uint64_t row_bytes, std::uint64_t rows) const;
  void read_rows(const Buffer& from, Rows device, std::byte* host, std::uint64_t host_stride, std::uint64_t row_bytes,
                 std::uint64_t rows) const;
  Event copy(const Buffer& from, const Buffer& to, std::uint64_t bytes) const;

  // `global` is a multiple of `local` in each dimension.
  Event launch(const Kernel& kernel, std::array<std::size_t, 2> global, std::array<std::size_t, 2> local) const;

  void flush() const;  // the device begins with what is in the queue
  void finish() const;

 private:
  Device device_;
  std::shared_ptr<Handle> handle_;
};

}  // namespace lenslet::ocl
