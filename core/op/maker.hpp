// What an op makes its programs and memory with.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lenslet/array.hpp>

#include "ocl/program.hpp"

#pragma GCC visibility push(default)
namespace lenslet::op {

// A program's text: embedded .cl files with macros in front. Each text has array.cl before the op's own files.
class Source {
 public:
  explicit Source(std::vector<std::string_view> files) : files_(std::move(files)) {}
  Source& define(std::string_view macro, std::string_view value);
  Source& define(std::string_view macro, std::int64_t value);
  Source& option(std::string_view option);  // of the compiler

  // Adds a file behind all others. With a macro, the macro is defined as `value` before the file, see
  // kernel_text_with().
  Source& append(std::string_view file, std::string_view macro = {}, std::string_view value = {});
  std::string text() const;
  const std::string& options() const { return options_; }

 private:
  std::string defines_, options_, appended_;
  std::vector<std::string_view> files_;
};

class Maker {
 public:
  using Build = std::function<ocl::Program(const std::string& source, const std::string& options)>;
  Maker(const ocl::Queue& queue, Build build) : queue_(queue), build_(std::move(build)) {}

  const ocl::Queue& queue() const { return queue_; }
  const DeviceInfo& device() const { return queue_.device().info(); }
  ocl::Program program(const Source& source) const { return build_(source.text(), source.options()); }
  ocl::Program program(const std::string& source) const { return build_(source, {}); }

 private:
  const ocl::Queue& queue_;
  Build build_;
};

// array.cl's name of a type: "F32".
std::string_view code_of(SampleType type);

// Throws unsupported for f64 where the device has none.
void check_doubles(const DeviceInfo& device, SampleType type);

}  // namespace lenslet::op
#pragma GCC visibility pop
