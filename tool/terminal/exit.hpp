// The end of the tool: its exit status and the one line that says why it failed.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace lenslet::cli {

enum Exit : int {
  exit_done = 0,
  exit_failed = 1,     // a device, build or file failed, or a result is wrong
  exit_usage = 2,      // unknown name or value
  exit_no_device = 3,  // no OpenCL device, or not the one that was asked for
};

int exit_status(const std::exception& error);

// From now on the program ends by _exit(), without destructors that would wait for a device for ever.
void leave_at_once();
bool leaves_at_once();

// Prints "lenslet: message" on stderr, and a build log after it. `about` precedes a message that does not name it.
void print_error(const std::exception& error, std::string_view about = {}) noexcept;

// Prints a remark on stderr: "lenslet: warning: ...".
void print_warning(std::string_view message);

[[noreturn]] void usage_error(const std::string& message);

}  // namespace lenslet::cli
