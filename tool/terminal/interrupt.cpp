// A signal's handler may do little: set a flag, unlink files, write a text in memory, and end the program by the same
// signal.
#include "tool/terminal/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <utility>

#include "system/printable.hpp"
#include "system/unfinished_files.hpp"
#include "tool/terminal/captured_errors.hpp"
#include "tool/terminal/library_calls.hpp"

namespace lenslet::cli {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;
std::atomic<const LastWords*> last_words{nullptr};

void say_last_words() {
  ::signal(SIGPIPE, SIG_IGN);
  if (const LastWords* words = last_words) words->print();
}

// The signal is blocked while its handler runs. It ends the program when the handler returns.
void end(int signal) {
  system::end_unfinished_files();
  say_last_words();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void remember(int signal) {
  if (interrupt_seen != 0) return end(signal);
  interrupt_seen = 1;
}

// LLVM, with which drivers compile, also sets handlers for ignored signals. They remove the compiler's files, and the
// program does not compile. A blocked signal reaches no handler. Threads inherit the mask of their creator.
void block(int signal) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

bool has_handler(int signal, void (*handler)(int)) {
  struct sigaction now {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == handler;
}

}  // namespace

// Libraries may use the signals of timers, descriptors and real time for their own ends, and a profiler that was loaded
// before the program already has some. A file that grows over the limit on files is an error of the write.
void clean_up_on_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2, SIGPIPE, SIGPWR})
    if (has_handler(signal, SIG_IGN))
      block(signal);
    else
      set_own_handler(signal, end);
  for (const int signal : {SIGIO, SIGVTALRM, SIGPROF, SIGSTKFLT})
    if (has_handler(signal, SIG_DFL)) ::signal(signal, end);
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal)
    if (has_handler(signal, SIG_DFL)) ::signal(signal, end);
  ::signal(SIGXFSZ, SIG_IGN);
  block(SIGXFSZ);
}

LastWords::LastWords(const std::string& line, std::filesystem::path file)
    : line_(line.empty() ? "" : "\nlenslet: " + system::printable(line) + "\n"), file_(std::move(file)) {
  last_words = this;
}

LastWords::~LastWords() {
  last_words = nullptr;
}

bool LastWords::are_true() const {
  return !line_.empty() && ::access(file_.c_str(), F_OK) == 0;
}

void LastWords::print() const {
  if (are_true()) write_terminal(line_.data(), line_.size());
}

void stop_on_interrupt() {
  if (!has_handler(SIGINT, SIG_IGN)) set_own_handler(SIGINT, remember);
}

bool interrupted() {
  return interrupt_seen != 0;
}

}  // namespace lenslet::cli
