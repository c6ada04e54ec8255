#include "tool/terminal/deadline.hpp"

#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "system/unfinished_files.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {

Deadline::Deadline(std::chrono::milliseconds limit, std::function<void()> late) {
  if (limit.count() <= 0) return;
  thread_ = std::thread([this, limit, late = std::move(late)] {
    std::unique_lock lock(mutex_);
    if (!ended_.wait_for(lock, limit, [this] { return over_; })) late();
  });
}

Deadline::~Deadline() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void give_up(const std::string& line) {
  unmute();
  say(fmt::format("lenslet: {}", line));
  system::end_unfinished_files();
  ::_exit(exit_failed);
}

}  // namespace lenslet::cli
