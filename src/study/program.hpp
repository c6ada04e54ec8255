// A study's own kernels, and the clock for what it launches.
#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ocl/program.hpp"
#include "study/experiment.hpp"

namespace lenslet::study {

// An embedded .cl file with macros in front of it, built for the experiment's device. `options` are the compiler's.
class StudyProgram {
 public:
  using Define = std::pair<std::string_view, std::int64_t>;
  StudyProgram(const Experiment& experiment, std::string_view file, std::initializer_list<Define> defines = {},
               const std::string& options = {});

  const std::string& source() const { return source_; }
  ocl::Kernel kernel(const std::string& name) const { return {program_, name}; }

 private:
  std::string source_;
  ocl::Program program_;
};

// What `launch` put into the queue: from the begin of the first to the end of the last by the device's clock, or, where
// the driver has none, the host's time until all have ended.
double timed_ms(const std::function<std::vector<ocl::Event>()>& launch);

// The bytes of values, for buffers.
template <class T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

template <class T>
ocl::Buffer upload(const ocl::Queue& queue, const std::vector<T>& values) {
  ocl::Buffer buffer = queue.allocate(values.size() * sizeof(T));
  queue.write(buffer, 0, bytes_of(values));
  return buffer;
}

template <class T>
std::vector<T> download(const ocl::Queue& queue, const ocl::Buffer& buffer, std::size_t count) {
  std::vector<T> values(count);
  queue.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace lenslet::study
