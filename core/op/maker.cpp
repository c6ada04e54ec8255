// Composes an op's source.
#include "op/maker.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "kernel_texts.hpp"

namespace lenslet::op {

Source& Source::define(std::string_view macro, std::string_view value) {
  defines_ += fmt::format("#define {} {}\n", macro, value);
  return *this;
}

Source& Source::define(std::string_view macro, std::int64_t value) {
  return define(macro, std::string_view(fmt::format("{}", value)));
}

Source& Source::option(std::string_view option) {
  if (!options_.empty()) options_ += ' ';
  options_ += option;
  return *this;
}

Source& Source::append(std::string_view file, std::string_view macro, std::string_view value) {
  appended_ += macro.empty() ? std::string(kernel_text(file)) : kernel_text_with(file, macro, value);
  return *this;
}

std::string Source::text() const {
  std::string text = defines_;
  text += kernel_text("array.cl");
  for (const std::string_view file : files_) text += kernel_text(file);
  return text + appended_;
}

std::string_view code_of(SampleType type) {
  constexpr std::string_view codes[] = {"U8", "I8", "U16", "I16", "U32", "I32", "U64", "I64", "F16", "F32", "F64"};
  return codes[static_cast<std::size_t>(type)];
}

void check_doubles(const DeviceInfo& device, SampleType type) {
  if (type == SampleType::f64 && !device.fp64)
    throw Error(ErrorKind::unsupported, fmt::format("{} has no f64", device.name));
}

}  // namespace lenslet::op
