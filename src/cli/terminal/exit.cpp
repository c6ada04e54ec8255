// Errors become an exit status and a line on standard error.
#include "cli/terminal/exit.hpp"

#include <fmt/core.h>

#include <lenslet/error.hpp>
#include <new>

#include "cli/terminal/output.hpp"

namespace lenslet::cli {

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
  if (known == nullptr || known->detail().empty()) return;
  say_lines(known->detail() + (known->detail().back() == '\n' ? "" : "\n"));
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
