// Memory that several jobs take at the same time.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace lenslet::cli {

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

}  // namespace lenslet::cli
