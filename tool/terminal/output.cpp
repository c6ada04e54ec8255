// If the reader of standard error has left, SIGPIPE would end the program in the middle of its work. The signal is
// blocked for the time of the write, and taken away if it came.
#include "tool/terminal/output.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <lenslet/error.hpp>

#include "system/printable.hpp"
#include "tool/terminal/captured_errors.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

class HoldPipeSignal {
 public:
  HoldPipeSignal() {
    sigset_t waiting;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigpending(&waiting);
    was_waiting_ = sigismember(&waiting, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~HoldPipeSignal() {
    const timespec now{};
    if (!was_waiting_) sigtimedwait(&pipe_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  HoldPipeSignal(const HoldPipeSignal&) = delete;
  HoldPipeSignal& operator=(const HoldPipeSignal&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_waiting_ = false;
};

bool is_mute = false;

void write_error(std::string_view text) {
  if (is_mute) return;
  const HoldPipeSignal hold;
  while (!text.empty()) {
    const ssize_t count = ::write(terminal_errors(), text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

void mute() {
  is_mute = true;
}

void unmute() {
  is_mute = false;
}

void print_text(std::string_view text) {
  if (is_mute) return;
  const std::string safe = system::printable(text, true);
  if (std::fwrite(safe.data(), 1, safe.size(), stdout) != safe.size())
    throw Error(ErrorKind::io, "standard output cannot be written");
}

void say(std::string_view line) noexcept try {
  write_error(system::printable(as_written(line)) + "\n");
} catch (const std::exception&) {  // there is no memory for the line
}

void say_lines(std::string_view text) noexcept try {
  write_error(system::printable(text, true));
} catch (const std::exception&) {
}

StatusLine::StatusLine(bool wanted) : shown_(wanted && ::isatty(terminal_errors()) == 1) {}

void StatusLine::draw(std::string_view line) noexcept try {
  if (!shown_) return;
  drawn_ = true;
  write_error("\r\033[K" + system::printable(as_written(line)));
} catch (const std::exception&) {  // there is no memory for the line
}

void StatusLine::clear() noexcept {
  if (drawn_) draw("");
  drawn_ = false;
}

}  // namespace lenslet::cli
