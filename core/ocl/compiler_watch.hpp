// Tells whether a device waits for its compiler rather than for kernels. Some drivers generate code at a kernel's first
// launch in groups of a size, and begin the kernel only then.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// Watches one queue. Safe to use from several threads.
class CompilerWatch {
 public:
  // Lives while the compiler builds a program.
  class Build {
   public:
    explicit Build(CompilerWatch& watch) : watch_(watch) { ++watch_.builds_; }
    ~Build() { --watch_.builds_; }
    Build(const Build&) = delete;
    Build& operator=(const Build&) = delete;

   private:
    CompilerWatch& watch_;
  };

  void launched_first(Event event);

  // Tells whether a program is built, or code is generated: then a first launch has not begun, and none is running.
  bool compiles();

 private:
  std::atomic<int> builds_ = 0;
  std::mutex mutex_;
  std::vector<Event> first_launches_;  // those that have not ended, as far as is known
};

// Tells whether the compiler keeps the queue's device waiting.
bool compiles(const Queue& queue);

}  // namespace lenslet::ocl
