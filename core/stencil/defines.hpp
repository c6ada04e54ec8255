// The macros in front of a program's files.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace lenslet::stencil {

class Defines {
 public:
  template <class T>
  void add(std::string_view name, const T& value) {
    text_ += fmt::format("#define {} {}\n", name, value);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace lenslet::stencil
