// Memory and semaphores of other APIs by opaque file descriptors. They are extensions of OpenCL 3.0 that few devices
// have.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// Returns the device's UUID. Absent where the driver does not tell it.
std::optional<std::array<std::uint8_t, 16>> uuid_of(const Device& device);

// Return why the device cannot import memory, or semaphores, by descriptors. Empty where it can.
std::string import_problem(const Device& device);
std::string semaphore_problem(const Device& device);

// Afterwards the driver owns the descriptor; where these functions throw, the caller still owns it.
Buffer import_memory(const Queue& queue, int descriptor, std::uint64_t bytes);

// Put a command into the queue: OpenCL has the memory after acquire(), and not after release().
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
