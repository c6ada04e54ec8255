// How a batch shares memory among its items, and how its threads pass work to the first thread.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lenslet {

// A budget of memory for jobs that run at the same time.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t most) : most_(most) {}

  // The destructor gives the bytes back.
  class Share {
   public:
    Share(MemoryBudget& budget, std::uint64_t bytes) : budget_(budget), bytes_(bytes) {}
    ~Share() { budget_.give_back(bytes_); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    MemoryBudget& budget_;
    std::uint64_t bytes_;
  };

  // Waits until `bytes` are left, or until no job has a share. A job that is alone may take more than the budget; other
  // jobs then wait for it. A thread that has a share must not ask for another.
  Share take(std::uint64_t bytes) {
    std::unique_lock lock(mutex_);
    given_.wait(lock, [&] { return taken_ == 0 || bytes <= most_ - std::min(most_, taken_); });
    taken_ += bytes;
    return {*this, bytes};
  }

 private:
  void give_back(std::uint64_t bytes) {
    {
      const std::lock_guard lock(mutex_);
      taken_ -= bytes;
    }
    given_.notify_all();
  }

  std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable given_;
  std::uint64_t taken_ = 0;
};

// Passes work to the first thread. Only this thread may start drivers, which store things in their thread, compile, and
// show progress.
class FirstThread {
 public:
  using Work = std::function<void()>;

  // Makes the thread that created this object do the work. Waits for it, and throws what it throws. In that thread
  // itself the work is done at once.
  void run(const Work& work);

  // Changes what the first thread waits for.
  void change(const Work& write);

  // Only for the first thread: does the others' work until `done` is true. `done` is asked after every change.
  void serve_until(const std::function<bool()>& done);

  // Refuses other threads' work from now on, and work that is already waiting: they get an exception.
  void stop();

 private:
  struct Request {
    const Work& work;
    std::exception_ptr error = {};
    bool done = false;
  };
  void serve(std::unique_lock<std::mutex>& lock);

  std::thread::id self_ = std::this_thread::get_id();
  std::mutex mutex_;  // guards what follows, and what change() writes
  std::condition_variable asked_, answered_;
  std::deque<Request*> requests_;
  bool stopped_ = false;
};

}  // namespace lenslet
