// A note is drawn by a thread of its own, because the one that made it is in the driver's compiler.
#include "cli/terminal/progress.hpp"

#include <fmt/core.h>

#include <chrono>

namespace lenslet::cli {
namespace {

constexpr std::chrono::milliseconds soon{300};

}  // namespace

void Progress::step() {
  constexpr std::size_t width = 30;
  ++done_;
  const std::size_t full = done_ * width / total_;
  line_.draw(fmt::format("{} [{:#<{}}{:.<{}}] {}/{}", what_, "", full, "", width - full, done_, total_));
}

WaitingNote::WaitingNote(std::string text, bool wanted) : text_(std::move(text)), line_(wanted) {
  if (line_.is_shown()) thread_ = std::thread([this] { wait(); });
}

WaitingNote::~WaitingNote() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void WaitingNote::wait() {
  std::unique_lock lock(mutex_);
  if (ended_.wait_for(lock, soon, [this] { return over_; })) return;
  line_.draw(text_);
  ended_.wait(lock, [this] { return over_; });
}

}  // namespace lenslet::cli
