// What went wrong, as a value that others can be told.
#pragma once

#include <exception>
#include <optional>

#include <lenslet/error.hpp>

namespace lenslet::system {

// Calls the function, and returns what it throws: an Error as it is, another exception as one of kind io.
template <class Work>
std::optional<Error> failure_of(const Work& work) {
  try {
    work();
    return {};
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& error) {
    return Error(ErrorKind::io, error.what());
  }
}

}  // namespace lenslet::system
