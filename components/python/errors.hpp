// What Python raises: the classes of lenslet/_errors.py.
#pragma once

#include <string>

#include <lenslet/error.hpp>

namespace lenslet::python {

// Errors of the binding itself. `kind` names a class by a key of lenslet._errors.
class RaisedError : public Error {
 public:
  RaisedError(const char* name, const std::string& message)
      : Error(ErrorKind::invalid_argument, message), name_(name) {}

  const char* name() const noexcept { return name_; }

 private:
  const char* name_;
};

inline RaisedError type_error(const std::string& message) {
  return {"type", message};
}

inline RaisedError value_error(const std::string& message) {
  return {"invalid_argument", message};
}

void translate_errors();

}  // namespace lenslet::python
