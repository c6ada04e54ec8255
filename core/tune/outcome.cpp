// A schedule may be refused, not compile, or fail on the device.
#include "tune/outcome.hpp"

#include <lenslet/tune.hpp>

namespace lenslet {

std::string_view name_of(Outcome outcome) {
  constexpr std::string_view names[] = {"correct", "wrong", "build_failed", "launch_failed", "timeout", "excluded"};
  return names[static_cast<std::size_t>(outcome)];
}

std::string_view name_of(Standing standing) {
  constexpr std::string_view names[] = {"look", "won", "tied", "lost"};
  return names[static_cast<std::size_t>(standing)];
}

Standing standing_of(const Trial& trial) {
  for (const Standing standing : {Standing::won, Standing::tied, Standing::lost})
    if (trial.outcome == Outcome::correct && trial.detail == name_of(standing)) return standing;
  return Standing::look;
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
