// Turns the library's errors into Python's.
#include "python/errors.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <lenslet/work.hpp>

namespace nb = nanobind;

namespace lenslet::python {

namespace {

const char* name_of_kind(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_argument:
      return "invalid_argument";
    case ErrorKind::unsupported:
      return "unsupported";
    case ErrorKind::no_device:
      return "no_device";
    case ErrorKind::device:
      return "device";
    case ErrorKind::build:
      return "build";
    case ErrorKind::io:
      return "io";
  }
  return "device";
}

const char* name_of_error(const Error& error) {
  if (const auto* own = dynamic_cast<const RaisedError*>(&error)) return own->name();
  if (dynamic_cast<const SampleTypeError*>(&error) != nullptr) return "type";
  return name_of_kind(error.kind());
}

// Where the module of the classes cannot be imported, Python has the error of that.
void raise(const Error& error) {
  try {
    const nb::object raised =
        nb::module_::import_("lenslet._errors").attr("of_kind")(name_of_error(error), error.what(), error.detail());
    PyErr_SetObject(raised.type().ptr(), raised.ptr());
  } catch (nb::python_error& other) {
    other.restore();
  }
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    raise(error);
  }
}

}  // namespace

void translate_errors() {
  nb::register_exception_translator(translate);
}

}  // namespace lenslet::python
