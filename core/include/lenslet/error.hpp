// The library throws Error, with two exceptions: std::bad_alloc where the host has no memory left for small things, and
// what a caller's own function throws. The library never prints, aborts or exits.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#pragma GCC visibility push(default)
namespace lenslet {

enum class ErrorKind {
  invalid_argument,  // no device could take this value; the message names it and what is allowed
  unsupported,       // the request is valid, but this op, schedule, device or file format cannot serve it
  no_device,         // no OpenCL device matches
  device,            // an OpenCL call failed; the message has the call and OpenCL's name of the code
  build,             // a kernel did not compile, or not in time; detail() has the compiler's log
  io,                // a file could not be read or written
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string detail = {})
      : std::runtime_error(message), kind_(kind), detail_(std::move(detail)) {}

  ErrorKind kind() const noexcept { return kind_; }

  // Text that is too long for a message: the compiler's log of a build error, or the line of a pipeline's text with a
  // mark below the wrong place. Else empty.
  const std::string& detail() const noexcept { return detail_; }

 private:
  ErrorKind kind_;
  std::string detail_;
};

}  // namespace lenslet
#pragma GCC visibility pop
