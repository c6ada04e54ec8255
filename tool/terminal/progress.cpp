// Another thread draws a note, since the thread that made it is in the driver's compiler.
#include "tool/terminal/progress.hpp"

#include <fmt/core.h>

namespace lenslet::cli {
namespace {

constexpr std::chrono::milliseconds soon{300};

// Estimates the remaining time from the finished ones; empty below a second.
std::string left_text(double seconds) {
  if (seconds < 1) return {};
  return seconds < 100 ? fmt::format(", {:.0f} s left", seconds) : fmt::format(", {:.0f} min left", seconds / 60);
}

}  // namespace

void Progress::step() {
  constexpr std::size_t width = 30;
  ++done_;
  const std::size_t full = done_ * width / total_;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double left = seconds / static_cast<double>(done_) * static_cast<double>(total_ - done_);
  line_.draw(
      fmt::format("{} [{:#<{}}{:.<{}}] {}/{}{}", what_, "", full, "", width - full, done_, total_, left_text(left)));
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
