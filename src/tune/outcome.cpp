// A schedule may be refused, not compile, or fail on the device.
#include "tune/outcome.hpp"

namespace lenslet {

std::string_view name_of(Outcome outcome) {
  constexpr std::string_view names[] = {"correct", "wrong", "build_failed", "launch_failed", "timeout", "excluded"};
  return names[static_cast<std::size_t>(outcome)];
}

Outcome outcome_of(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::build:
      return Outcome::build_failed;
    case ErrorKind::device:
      return Outcome::launch_failed;
    case ErrorKind::unsupported:
      return Outcome::excluded;
    default:
      throw;
  }
}

}  // namespace lenslet
