// Captures the descriptor: libraries print there, whatever the language's streams are bound to. The pipe never blocks.
// When it is full, further text is lost.
#include "tool/terminal/captured_errors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#include <sanitizer/common_interface_defs.h>
#define LENSLET_SANITIZED
#endif

namespace lenslet::cli {
namespace {

int own_errors = STDERR_FILENO;
int kept_errors = -1;  // the end of the pipe for reading

void open_standard_descriptors() {
  for (int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0) {
      // The null device is opened in the wrong direction, so that using the descriptor is still an error.
      const int null = ::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
      if (null >= 0 && null != file) ::close(null);
    }
}

}  // namespace

void capture_errors() {
  open_standard_descriptors();
  int ends[2];
  const int own = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (own < 0 || ::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
  own_errors = own;
  kept_errors = ends[0];
  ::dup2(ends[1], STDERR_FILENO);
  ::close(ends[1]);
#ifdef LENSLET_SANITIZED
  __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<std::intptr_t>(own_errors)));
#endif
}

int terminal_errors() {
  return own_errors;
}

void write_terminal(const char* text, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t count = ::write(own_errors, text, bytes);
    if (count <= 0) return;
    text += count;
    bytes -= static_cast<std::size_t>(count);
  }
}

// Leaves out control characters, which a terminal would obey.
bool write_captured() {
  char bytes[4096];
  bool any = false;
  for (ssize_t count; kept_errors >= 0 && (count = ::read(kept_errors, bytes, sizeof bytes)) > 0; any = true) {
    for (ssize_t i = 0; i < count; ++i)
      if (bytes[i] != '\n' && (bytes[i] < ' ' || bytes[i] > '~')) bytes[i] = '?';
    write_terminal(bytes, static_cast<std::size_t>(count));
  }
  return any;
}

std::string captured_errors() {
  std::string text;
  char bytes[4096];
  for (ssize_t count; kept_errors >= 0 && (count = ::read(kept_errors, bytes, sizeof bytes)) > 0;)
    text.append(bytes, static_cast<std::size_t>(count));
  return text;
}

}  // namespace lenslet::cli
