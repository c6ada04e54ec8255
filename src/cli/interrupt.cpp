// A signal's handler may do little: set a flag, unlink files, end the program by the same signal.
#include "interrupt.hpp"

#include <csignal>

#include "system/unfinished_files.hpp"

namespace lenslet::cli {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

// The signal waits while its handler runs, and ends the program when that returns.
void end(int signal) {
  system::remove_unfinished_files();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void remember(int signal) {
  if (interrupt_seen != 0) return end(signal);
  interrupt_seen = 1;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction before {};
  if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESTART);
  sigaction(signal, &action, nullptr);
}

}  // namespace

// A file that grows over the limit on files is an error of the write that makes it grow.
void clean_up_on_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU}) handle(signal, end);
  ::signal(SIGXFSZ, SIG_IGN);
}

void stop_on_interrupt() {
  handle(SIGINT, remember);
}

bool interrupted() {
  return interrupt_seen != 0;
}

}  // namespace lenslet::cli
