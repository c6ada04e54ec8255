// The dynamic linker gives libraries the program's functions before those of the C library. LLVM, with which drivers
// compile, replaces handlers during a driver's start. To restore them afterwards would be too late: drivers may abort
// in the same call. Calls inside the C library itself are not seen, among them signal() and the return from main().
#include "tool/terminal/library_calls.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>

namespace lenslet::cli {
namespace {

std::array<std::atomic<bool>, NSIG> is_own{};
std::atomic<void (*)()> exit_heard{nullptr};
std::atomic<pid_t> watched_process{0};  // the end of a driver's child is not the program's

template <class Function>
Function system_function(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int system_sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
  static const auto call = system_function<decltype(&::sigaction)>("sigaction");
  return call(signal, action, before);
}

[[maybe_unused]] bool may_not_set(int signal) {
  return signal > 0 && signal < NSIG && is_own[static_cast<std::size_t>(signal)];
}

}  // namespace

void set_own_handler(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESTART);
  if (system_sigaction(signal, &action, nullptr) == 0) is_own[static_cast<std::size_t>(signal)] = true;
}

void watch_for_exit(void (*heard)()) {
  watched_process = ::getpid();
  exit_heard = heard;
}

}  // namespace lenslet::cli

// Sanitizers replace the C library's functions themselves.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

extern "C" int sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept {
  using namespace lenslet::cli;
  return system_sigaction(signal, may_not_set(signal) ? nullptr : action, before);
}

extern "C" void exit(int status) noexcept {
  using namespace lenslet::cli;
  const auto heard = exit_heard.exchange(nullptr);
  if (heard != nullptr && watched_process == ::getpid()) heard();
  static const auto call = system_function<decltype(&::exit)>("exit");
  call(status);
  __builtin_unreachable();
}

#endif
