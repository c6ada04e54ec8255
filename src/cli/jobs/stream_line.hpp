// A stream that several threads share: each waits for the results of its own frame.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <lenslet/stream.hpp>
#include <mutex>
#include <vector>

namespace lenslet::cli {

class StreamLine {
 public:
  StreamLine(const Session& session, const Plan& plan, const StreamOptions& options)
      : stream_(session, plan, options) {}

  // Throws what the run of this frame throws.
  Result run(std::vector<HostValue> inputs) {
    const std::uint64_t number = push(std::move(inputs));
    std::unique_lock lock(popping_);
    next_.wait(lock, [&] { return popped_ == number; });
    lock.unlock();
    const EndTurn end{*this};
    return *stream_.pop();
  }

  double busy_ms() const { return stream_.busy_ms(); }
  void trim() { stream_.trim(); }

 private:
  // The next frame's thread may pop, whatever came of this one.
  struct EndTurn {
    StreamLine& line;
    ~EndTurn() {
      {
        const std::lock_guard lock(line.popping_);
        ++line.popped_;
      }
      line.next_.notify_all();
    }
  };

  // Numbers are given in the order in which the stream gets the frames.
  std::uint64_t push(std::vector<HostValue> inputs) {
    const std::lock_guard lock(pushing_);
    stream_.push(std::move(inputs));
    return pushed_++;
  }

  Stream stream_;
  std::mutex pushing_, popping_;
  std::condition_variable next_;
  std::uint64_t pushed_ = 0, popped_ = 0;
};

}  // namespace lenslet::cli
