// Code in a handler may use only its own memory. Loading what backtrace() needs takes some, so it is called once
// before.
#include "tool/terminal/library_ends.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

#include "system/unfinished_files.hpp"
#include "tool/terminal/captured_errors.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/library_calls.hpp"

namespace lenslet::cli {
namespace {

constexpr int max_frame_count = 256;

std::string_view file_name(const char* path) {
  const std::string_view text(path == nullptr ? "" : path);
  return text.substr(text.rfind('/') + 1);
}

bool begins_as_one_of(std::string_view name, std::initializer_list<std::string_view> beginnings) {
  for (const std::string_view beginning : beginnings)
    if (name.starts_with(beginning)) return true;
  return false;
}

// Returns the file name of the library that this thread's program, or the loader of drivers, called. For a driver and
// its compiler it is the driver. Empty if no library was called.
std::string_view called_library() {
  std::array<void*, max_frame_count> frames;
  const int count = ::backtrace(frames.data(), max_frame_count);
  Dl_info info{}, own{};
  ::dladdr(reinterpret_cast<void*>(&watch_for_library_ends), &own);
  std::string_view found;
  for (int i = 0; i < count; ++i) {
    if (::dladdr(frames[static_cast<std::size_t>(i)], &info) == 0) continue;
    const std::string_view name = file_name(info.dli_fname);
    const bool is_program = info.dli_fbase == own.dli_fbase;
    if (!found.empty() && (is_program || name.starts_with("libOpenCL."))) return found;
    if (!is_program && !begins_as_one_of(name, {"ld-", "libc.", "libc-", "libstdc++.", "libgcc_s.", "libpthread",
                                                "libOpenCL.", "linux-vdso"}))
      found = name;
  }
  return found;
}

void put(std::string_view text) {
  write_terminal(text.data(), text.size());
}

void say_which(std::string_view deed) {
  system::end_unfinished_files();
  const std::string_view name = called_library();
  put("lenslet: ");
  put(name.empty() ? "a library" : "the library ");
  put(name);
  put(deed);
  put(name.empty() ? ", most likely the OpenCL driver" : "");
  put(". A driver may lack memory, address space, room for its files, a folder to write to, or /sys; its last "
      "words:\n");
  if (!write_captured()) put("(none)\n");
}

void hear_abort(int) {
  say_which(" ended the program");
  ::_exit(exit_failed);
}

void hear_exit() {
  hear_abort(SIGABRT);
}

void hear_crash(int signal) {
  say_which(" crashed");
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

}  // namespace

// Sanitizers have better words for a crash.
void watch_for_library_ends() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr bool sanitized = true;
#else
  constexpr bool sanitized = false;
#endif
  if (sanitized) return;
  called_library();
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS}) ::signal(signal, hear_crash);
  set_own_handler(SIGABRT, hear_abort);
  watch_for_exit(hear_exit);
}

void expect_exit() {
  watch_for_exit(nullptr);
}

}  // namespace lenslet::cli
