// A signal's handler may do no more than set a flag.
#include "interrupt.hpp"

#include <csignal>

namespace lenslet::cli {
namespace {

volatile std::sig_atomic_t interrupt_seen = 0;

}  // namespace

void stop_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupt_seen = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() {
  return interrupt_seen != 0;
}

}  // namespace lenslet::cli
