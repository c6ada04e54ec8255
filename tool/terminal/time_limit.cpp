// Checks many times a second what the session's device waits for.
#include "tool/terminal/time_limit.hpp"

#include <utility>

#include <fmt/format.h>

#include <lenslet/quarantine.hpp>

#include "tool/terminal/deadline.hpp"

namespace lenslet::cli {

TimeLimit::TimeLimit(const Session& session, Timeouts limits, std::string whose, std::function<std::string()> at_end)
    : session_(session), limits_(limits), whose_(std::move(whose)), at_end_(std::move(at_end)) {
  if (limits_.kernels.count() > 0) thread_ = std::thread([this] { watch(); });
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
  constexpr std::chrono::milliseconds between_looks(20);
  TimeTaken taken;
  auto before = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, between_looks, [this] { return over_; })) {
    const auto now = std::chrono::steady_clock::now();
    taken.add(now - std::exchange(before, now), is_compiling(session_));
    if (taken.kernels >= limits_.kernels) end(false);
    if (taken.compiler >= limits_.compiler) end(true);
  }
}

void TimeLimit::end(bool by_compiler) const {
  const auto seconds = [](std::chrono::milliseconds limit) { return std::chrono::duration<double>(limit).count(); };
  if (by_compiler)
    give_up(
        fmt::format("{}: the driver's compiler is still at work on its kernels after {} s; allowed: a longer "
                    "--compile-timeout of the commands that have it, or less code, which unrolled loops and macros "
                    "within macros write out",
                    whose_, seconds(limits_.compiler)));
  give_up(
      fmt::format("{}: its kernels are still at work after {} s, and OpenCL cannot stop them: does a loop never "
                  "end?{}",
                  whose_, seconds(limits_.kernels), at_end_ ? at_end_() : " --timeout gives them longer"));
}

}  // namespace lenslet::cli
