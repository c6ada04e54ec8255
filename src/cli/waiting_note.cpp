// A thread of its own waits, as this one is in the driver's compiler.
#include "waiting_note.hpp"

#include <chrono>

#include "output.hpp"

namespace lenslet::cli {
namespace {

constexpr std::chrono::milliseconds soon{300};

}  // namespace

WaitingNote::WaitingNote(std::string text, bool wanted) {
  if (wanted && shows_progress()) thread_ = std::thread([this, text = std::move(text)] { wait(text); });
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

void WaitingNote::wait(const std::string& text) {
  std::unique_lock lock(mutex_);
  if (ended_.wait_for(lock, soon, [this] { return over_; })) return;
  draw_line(text);
  ended_.wait(lock, [this] { return over_; });
  draw_line("");
}

}  // namespace lenslet::cli
