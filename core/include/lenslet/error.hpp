// The one exception that the library throws, but for std::bad_alloc where the host has no memory left for small things,
// and for what a function of the caller throws. The library never prints, aborts or exits.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace lenslet {

enum class ErrorKind {
  invalid_argument,  // a value that no device could serve: the message names it and what is allowed
  unsupported,       // a valid request that this op, schedule, device or file format cannot serve
  no_device,         // no OpenCL device matches
  device,            // an OpenCL call failed: the message has the call and the code's OpenCL name
  build,             // a kernel did not compile in time: detail() holds the compiler's log
  io,                // a file could not be read or written
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string detail = {})
      : std::runtime_error(message), kind_(kind), detail_(std::move(detail)) {}

  ErrorKind kind() const noexcept { return kind_; }

  // What is too long for a message: the compiler's log of an error of kind build, the line of a pipeline's text with a
  // mark below the place. Else empty.
  const std::string& detail() const noexcept { return detail_; }

 private:
  ErrorKind kind_;
  std::string detail_;
};

}  // namespace lenslet
