// What a device is kept waiting by: its compiler, or kernels. Some drivers generate code when a kernel is first
// launched in groups of a size, and begin it only then.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

// Of one queue. Safe to use from several threads.
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

  // Whether a program is built, or code is generated: a first launch has not begun, and none is at work.
  bool compiles();

 private:
  std::atomic<int> builds_ = 0;
  std::mutex mutex_;
  std::vector<Event> first_launches_;  // that have not ended, as far as is known
};

// Whether the compiler keeps the queue's device waiting.
bool compiles(const Queue& queue);

}  // namespace lenslet::ocl
