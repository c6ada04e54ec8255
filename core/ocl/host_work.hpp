// Work of the host between the commands of a queue. It is done by the first thread that puts another command into the
// queue or wants the work's results. So a launch itself does not wait for the device.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

class HostWork {
 public:
  // `work` may wait for the device. It appends the commands that it puts into the queue.
  using Work = std::function<void(std::vector<Event>& commands)>;
  explicit HostWork(Work work) : work_(std::move(work)) {}

  // Does the work once, or waits for the thread that does it. An exception is kept for wait().
  void settle() noexcept;

  // Settles the work. Returns its commands, or throws its exception.
  const std::vector<Event>& wait();

  bool failed() const { return failure_ != nullptr; }  // call it after settle()

  // Keeps what the work refers to, for as long as the work itself.
  void keep(std::shared_ptr<const void> used) { used_ = std::move(used); }

 private:
  std::shared_ptr<const void> used_;
  std::once_flag once_;
  Work work_;
  std::vector<Event> commands_;
  std::exception_ptr failure_;
};

// Work of the host that is not done yet, in the order of the queue's commands.
class UnsettledWork {
 public:
  void add(std::shared_ptr<HostWork> work);

  // Does all of it. Inside such work this does nothing: the work's own commands do not wait for it.
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
