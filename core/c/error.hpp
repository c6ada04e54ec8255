// What every function of the C interface does with errors: none leaves it, and the thread remembers its text.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include <lenslet/lenslet.h>
#include <lenslet/error.hpp>

namespace lenslet::c {

// Remembers the error that is under way, for lenslet_error_text(), and says which status it is. Call it where an
// exception was caught.
lenslet_status remember_error() noexcept;

// Runs the body of a function of the C interface.
template <class Body>
lenslet_status guarded(const Body& body) noexcept {
  try {
    body();
    return LENSLET_OK;
  } catch (...) {
    return remember_error();
  }
}

[[noreturn]] void refuse(const std::string& message);  // throws invalid_argument

[[noreturn]] void refuse_null(std::string_view what);

// Throws invalid_argument for NULL: "session is NULL".
template <class T>
T& checked(T* pointer, std::string_view what) {
  if (pointer == nullptr) refuse_null(what);
  return *pointer;
}

std::string checked_text(const char* text, std::string_view what);

}  // namespace lenslet::c
