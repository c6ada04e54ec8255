// How a batch shares memory among its items, and what its threads leave to the first one.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace lenslet {

// Memory that several jobs take at the same time.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t most) : most_(most) {}

  // Gives the bytes back in its end.
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

  // Waits until so much is left, or nothing is taken: then even what is more than the budget goes on, by itself. Who
  // has a share asks for no other.
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

// What other threads leave to the first one: it starts drivers, which leave things behind in it, compiles, and shows
// what is done.
class FirstThread {
 public:
  using Work = std::function<void()>;

  // Has this thread, which makes the object, do the work; waits for it, and throws what it throws. The thread itself
  // does it at once.
  void run(const Work& work);

  // Changes what the first thread waits for.
  void change(const Work& write);

  // Of the first thread alone: does the others' work until `done` is true, which is asked at every change.
  void serve_until(const std::function<bool()>& done);

  // From then on the others' work is refused, also where it waits already: they get an exception.
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
