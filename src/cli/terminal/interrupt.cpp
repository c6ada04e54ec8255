// A signal's handler may do little: set a flag, unlink files, end the program by the same signal.
#include "cli/terminal/interrupt.hpp"

#include <csignal>

#include "system/unfinished_files.hpp"

namespace lenslet::cli {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

// The signal waits while its handler runs, and ends the program when that returns.
void end(int signal) {
  system::end_unfinished_files();
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void remember(int signal) {
  if (interrupt_seen != 0) return end(signal);
  interrupt_seen = 1;
}

// LLVM, with which drivers compile, sets handlers also for signals that are ignored: they remove the compiler's files,
// and the program does not compile. What is blocked reaches no handler. Threads have the mask of the one that made
// them.
void block(int signal) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction before {};
  if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return block(signal);
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
  block(SIGXFSZ);
}

void stop_on_interrupt() {
  handle(SIGINT, remember);
}

bool interrupted() {
  return interrupt_seen != 0;
}

}  // namespace lenslet::cli
