// Rows of micro-benchmarks: a kernel of a file, its defines and arguments, how it is launched, and what it shall write.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "study/candidate.hpp"

namespace lenslet::study {

struct Local {
  std::size_t bytes;
};

// A buffer of the row's own, so that none is proved by another's.
struct Output {
  std::vector<std::byte> initial;
  std::function<std::optional<std::string>(const ocl::Queue&, const ocl::Buffer&)> fault;
  std::optional<ocl::Buffer> shared = {};  // where several rows write to one
};

using Argument = std::variant<std::int32_t, std::uint32_t, std::uint64_t, float, std::array<float, 2>, Local,
                              ocl::Buffer, ocl::ImageObject, Output>;

// What `fault` says of the values after the first run, which is the one that is proved.
template <class T, class Fault>
Output output_for(std::size_t count, Fault fault) {
  return {std::vector<std::byte>(count * sizeof(T), std::byte{0xff}),
          [count, fault](const ocl::Queue& queue, const ocl::Buffer& buffer) -> std::optional<std::string> {
            return fault(download<T>(queue, buffer, count));
          }};
}

// What shall be `expected()` then. No value is right as it begins: floats are no numbers.
template <class T, class Expected>
Output output(std::size_t count, Expected expected, double tolerance = 0) {
  return output_for<T>(count, [expected, tolerance](const std::vector<T>& found) {
    return first_difference(found, expected(), tolerance);
  });
}

// The same of what begins with these values.
template <class T, class Expected>
Output output(const std::vector<T>& initial, Expected expected, double tolerance = 0) {
  Output result = output<T>(initial.size(), expected, tolerance);
  const auto bytes = bytes_of(initial);
  result.initial.assign(bytes.begin(), bytes.end());
  return result;
}

// At least so many work-items, in whole groups of this size or, where the kernel cannot have them, smaller ones.
struct Items {
  Extent items, group;
};

struct KernelRow {
  std::string file, kernel;
  std::vector<StudyProgram::Define> defines = {};
  std::vector<Argument> arguments = {};
  std::variant<Items, Launch> launch = {};
  std::string options = {};  // of the compiler
};

// A row with its kernel and memory.
class KernelRun {
 public:
  KernelRun(const Experiment& experiment, const KernelRow& row);
  KernelRun(const ocl::Queue& queue, const StudyProgram& program, const KernelRow& row);

  const Step& step() const { return step_; }
  const std::string& source() const { return source_; }
  std::optional<std::string> fault() const;

  // Of the output that is this argument.
  template <class T>
  void read(std::size_t argument, std::vector<T>& values) const {
    queue_.read(buffers_[argument].value(), 0, std::as_writable_bytes(std::span(values)));
  }

 private:
  void set(unsigned index, const Argument& argument);

  const ocl::Queue& queue_;
  std::vector<Argument> arguments_;
  std::string source_;
  Step step_;
  std::vector<std::optional<ocl::Buffer>> buffers_;  // of outputs
};

// A candidate: the rows launched one behind the other. The last one's outputs are proved.
Ready ready(const Experiment& experiment, const std::vector<KernelRow>& rows);

// A candidate at the place x of a chart's line; `row` gives a row, or several.
template <class Row>
void add(Experiment& experiment, std::size_t chart, const std::string& line, double x, Row row) {
  experiment.add(chart, line, x, [&experiment, row] { return ready(experiment, {row()}); });
}

}  // namespace lenslet::study
