// Sums up the time in which at least one thread is at work.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

#include "elapsed.hpp"

namespace lenslet {

class BusyClock {
 public:
  class Lap {
   public:
    explicit Lap(BusyClock& clock) : clock_(clock) { clock_.begin(); }
    ~Lap() { clock_.end(); }
    Lap(const Lap&) = delete;
    Lap& operator=(const Lap&) = delete;

   private:
    BusyClock& clock_;
  };

  void begin() {
    const std::lock_guard lock(mutex_);
    if (at_work_++ == 0) since_ = std::chrono::steady_clock::now();
  }

  void end() {
    const std::lock_guard lock(mutex_);
    if (--at_work_ == 0) ms_ += milliseconds_since(since_);
  }

  // The time until now.
  double ms() const {
    const std::lock_guard lock(mutex_);
    return ms_ + (at_work_ > 0 ? milliseconds_since(since_) : 0);
  }

 private:
  mutable std::mutex mutex_;
  std::size_t at_work_ = 0;
  std::chrono::steady_clock::time_point since_;
  double ms_ = 0;
};

}  // namespace lenslet
