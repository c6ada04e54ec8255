// exit() would run destructors that wait for the kernel.
#include "cli/terminal/time_limit.hpp"

#include <unistd.h>

#include <utility>

#include <fmt/format.h>

#include "cli/terminal/exit.hpp"
#include "cli/terminal/output.hpp"
#include "system/unfinished_files.hpp"

namespace lenslet::cli {

TimeLimit::TimeLimit(std::chrono::milliseconds limit, std::string whose, std::function<std::string()> at_end)
    : limit_(limit), whose_(std::move(whose)), at_end_(std::move(at_end)) {
  if (limit_.count() > 0) thread_ = std::thread([this] { watch(); });
}

TimeLimit::~TimeLimit() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void TimeLimit::watch() {
  std::unique_lock lock(mutex_);
  if (ended_.wait_for(lock, limit_, [this] { return over_; })) return;
  unmute();
  say(fmt::format(
      "lenslet: {}: its kernels are still at work after {} s, and OpenCL cannot stop them: does a loop never end?{}",
      whose_, std::chrono::duration<double>(limit_).count(), at_end_ ? at_end_() : " --timeout gives them longer"));
  system::end_unfinished_files();
  ::_exit(exit_failed);
}

}  // namespace lenslet::cli
