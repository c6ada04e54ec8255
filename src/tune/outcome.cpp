// A schedule may be refused, not compile, or fail on the device.
#include "tune/outcome.hpp"

namespace lenslet {

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
