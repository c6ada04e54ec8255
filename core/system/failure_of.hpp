// Returns what a function throws, as a value.
#pragma once

#include <exception>
#include <optional>

#include <lenslet/error.hpp>

namespace lenslet::system {

// Calls the function. Returns the Error that it throws; any other exception becomes an Error of kind io. Absent where
// it throws nothing.
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
