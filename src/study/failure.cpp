// Errors, and the host's own want of memory, as text.
#include "study/failure.hpp"

#include <new>

#include <lenslet/error.hpp>

namespace lenslet::study {

std::optional<std::string> failure_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return (error.kind() == ErrorKind::invalid_argument ? "invalid: " : "") + std::string(error.what());
  } catch (const std::bad_alloc&) {
    return "not enough host memory";
  }
  return {};
}

}  // namespace lenslet::study
