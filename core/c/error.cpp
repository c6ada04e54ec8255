// The last error of each thread, as C's errno, but with words.
#include "c/error.hpp"

#include <new>

#include <fmt/format.h>

#include <lenslet/version.hpp>

namespace lenslet::c {
namespace {

// Of one thread. Where no memory is left for the text, `plain` says so.
struct LastError {
  std::string text = {};
  std::string detail = {};
  const char* plain = nullptr;
};
thread_local LastError last;

constexpr char no_memory[] = "the host has no memory left";

lenslet_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_argument:
      return LENSLET_INVALID_ARGUMENT;
    case ErrorKind::unsupported:
      return LENSLET_UNSUPPORTED;
    case ErrorKind::no_device:
      return LENSLET_NO_DEVICE;
    case ErrorKind::device:
      return LENSLET_DEVICE_FAILED;
    case ErrorKind::build:
      return LENSLET_BUILD_FAILED;
    case ErrorKind::io:
      return LENSLET_IO;
  }
  return LENSLET_INTERNAL;
}

// Throws bad_alloc.
lenslet_status remember_in_words() {
  try {
    throw;
  } catch (const Error& error) {
    last = {error.what(), error.detail()};
    return status_of(error.kind());
  } catch (const std::bad_alloc&) {
    last.plain = no_memory;
    return LENSLET_NO_MEMORY;
  } catch (const std::exception& error) {
    last = {fmt::format("a fault of Lenslet's own: {}", error.what())};
    return LENSLET_INTERNAL;
  } catch (...) {
    last = {"a fault of Lenslet's own, which says nothing"};
    return LENSLET_INTERNAL;
  }
}

}  // namespace

lenslet_status remember_error() noexcept {
  last.plain = nullptr;
  try {
    return remember_in_words();
  } catch (...) {
    last.plain = no_memory;
    return LENSLET_NO_MEMORY;
  }
}

void refuse(const std::string& message) {
  throw Error(ErrorKind::invalid_argument, message);
}

void refuse_null(std::string_view what) {
  refuse(fmt::format("{} is NULL", what));
}

std::string checked_text(const char* text, std::string_view what) {
  return &checked(text, what);
}

}  // namespace lenslet::c

extern "C" {

const char* lenslet_version(void) {
  return lenslet::version;
}

const char* lenslet_error_text(void) {
  const lenslet::c::LastError& last = lenslet::c::last;
  return last.plain == nullptr ? last.text.c_str() : last.plain;
}

const char* lenslet_error_detail(void) {
  const lenslet::c::LastError& last = lenslet::c::last;
  return last.plain == nullptr ? last.detail.c_str() : "";
}

}  // extern "C"
