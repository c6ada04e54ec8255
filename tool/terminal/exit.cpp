// Turns errors into an exit status and a line on standard error.
#include "tool/terminal/exit.hpp"

#include <fmt/core.h>

#include <atomic>
#include <lenslet/error.hpp>
#include <new>
#include <sstream>
#include <string>

#include "tool/terminal/output.hpp"
#include "tool/terminal/written_op.hpp"

namespace lenslet::cli {
namespace {

// The detail without the line that ends the message.
std::string lines_beside(const std::string& detail, std::string_view message) {
  std::istringstream lines(detail);
  std::string rest;
  for (std::string line; std::getline(lines, line);)
    if (line.empty() || !(message == line || message.ends_with(": " + line))) rest += line + '\n';
  return rest;
}

std::atomic<bool> waits_for_none = false;

}  // namespace

void leave_at_once() {
  waits_for_none = true;
}

bool leaves_at_once() {
  return waits_for_none;
}

int exit_status(const std::exception& error) {
  const auto* known = dynamic_cast<const Error*>(&error);
  if (known == nullptr) return exit_failed;
  switch (known->kind()) {
    case ErrorKind::invalid_argument:
      return exit_usage;
    case ErrorKind::no_device:
      return exit_no_device;
    default:
      return exit_failed;
  }
}

void print_error(const std::exception& error, std::string_view about) noexcept try {
  std::string message = error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) message = "not enough host memory";
  if (!about.empty() && message.find(about) == std::string::npos) message = fmt::format("{}: {}", about, message);
  say(fmt::format("lenslet: {}", message));
  const auto* known = dynamic_cast<const Error*>(&error);
  if (known == nullptr) return;
  if (const std::string rest = lines_beside(detail_as_written(known->detail()), message); !rest.empty())
    say_lines(rest);
} catch (const std::exception&) {
  say("lenslet: not enough host memory");
}

void print_warning(std::string_view message) {
  say(fmt::format("lenslet: warning: {}", message));
}

void usage_error(const std::string& message) {
  throw Error(ErrorKind::invalid_argument, message);
}

}  // namespace lenslet::cli
