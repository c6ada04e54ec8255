// Maps a buffer's memory for the host, and makes memory of the host for buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// A mapped buffer, or a part of one. The destructor unmaps what unmap() did not.
class Mapping {
 public:
  // Waits until the host can use the memory: the whole buffer, or `count` bytes from `offset` on, at least 1.
  Mapping(const Queue& queue, const Buffer& buffer, HostAccess access)
      : Mapping(queue, buffer, access, 0, buffer.bytes()) {}
  Mapping(const Queue& queue, const Buffer& buffer, HostAccess access, std::uint64_t offset, std::uint64_t count);
  Mapping(Mapping&& from) noexcept;
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping();

  std::span<std::byte> bytes() const { return bytes_; }
  void unmap();  // waits until the device has what was written

 private:
  Queue queue_;
  Buffer buffer_;
  std::span<std::byte> bytes_;  // empty after unmap()
};

// Bytes of a buffer over memory of the host (Queue::over()).
struct HostStretch {
  Buffer buffer;
  std::uint64_t offset, count;
};

// Ends the device's use of memory of the host: waits until all that the queue's commands have written is there.
void take_back(const Queue& queue, std::span<const HostStretch> stretches);

// Waits for all commands of a queue, whatever became of them.
void finish_anyway(const Queue& queue) noexcept;

// Whole pages of memory, which drivers can use without a copy. It is zero at first.
class HostMemory {
 public:
  explicit HostMemory(std::size_t bytes);

  std::span<std::byte> bytes() const { return {memory_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t size_;  // as requested
};

}  // namespace lenslet::ocl
#pragma GCC visibility pop
