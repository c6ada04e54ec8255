// Work of the host between the commands of a queue. It is done by the first thread that puts another command into the
// queue, or that wants its results: until then a launch has not waited for the device.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

class HostWork {
 public:
  // `work` may wait for the device, and appends the commands that it puts into the queue.
  using Work = std::function<void(std::vector<Event>& commands)>;
  explicit HostWork(Work work) : work_(std::move(work)) {}

  // Does the work once, or waits for the thread that does it. What it throws is kept for wait().
  void settle() noexcept;

  // Settles the work, and returns its commands or throws what it threw.
  const std::vector<Event>& wait();

  bool failed() const { return failure_ != nullptr; }  // once it is settled

 private:
  std::once_flag once_;
  Work work_;
  std::vector<Event> commands_;
  std::exception_ptr failure_;
};

// What the host has still to do between the commands of a queue, in order.
class UnsettledWork {
 public:
  void add(std::shared_ptr<HostWork> work);

  // Does all of it. Within such work itself this does nothing: its own commands do not wait for it.
  void settle() {
    if (count_.load(std::memory_order_acquire) > 0) settle_all();
  }

 private:
  void settle_all();

  std::atomic<std::size_t> count_{0};
  std::mutex mutex_;
  std::vector<std::shared_ptr<HostWork>> works_;
};

}  // namespace lenslet::ocl
