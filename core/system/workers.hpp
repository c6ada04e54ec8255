// Threads that share numbered pieces of work.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace lenslet::system {

class Workers {
 public:
  // Pieces are begun in order, each by a free thread. `work` must not throw.
  Workers(std::size_t threads, std::size_t pieces, std::function<void(std::size_t)> work)
      : pieces_(pieces), work_(std::move(work)) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { take_pieces(); });
  }

  // Waits for the pieces that were begun. No other piece begins.
  ~Workers() {
    next_ = pieces_;
    for (std::thread& thread : threads_) thread.join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

 private:
  void take_pieces() {
    for (std::size_t piece; (piece = next_++) < pieces_;) work_(piece);
  }

  std::size_t pieces_;
  std::function<void(std::size_t)> work_;
  std::atomic<std::size_t> next_{0};
  std::vector<std::thread> threads_;
};

}  // namespace lenslet::system
