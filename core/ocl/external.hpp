// Memory and semaphores of other APIs, by opaque file descriptors: extensions of OpenCL 3.0 that only some devices
// have.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// Nothing where the driver does not tell it.
std::optional<std::array<std::uint8_t, 16>> uuid_of(const Device& device);

// Say why the device takes no memory, or no semaphores, by descriptors; empty where it takes them.
std::string import_problem(const Device& device);
std::string semaphore_problem(const Device& device);

// The driver owns the descriptor when these have returned, and the caller where they throw.
Buffer import_memory(const Queue& queue, int descriptor, std::uint64_t bytes);

// Put into the queue that OpenCL has the memory from then on, or no more.
Event acquire(const Queue& queue, const Buffer& memory);
Event release(const Queue& queue, const Buffer& memory);

// A binary semaphore.
class Semaphore {
 public:
  Semaphore(const Queue& queue, int descriptor);
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;
  ~Semaphore();

  void wait(const Queue& queue) const;
  void signal(const Queue& queue) const;

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace lenslet::ocl
