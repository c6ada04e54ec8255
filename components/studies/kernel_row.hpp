// Rows of micro-benchmarks: a study's own kernel, its defines and arguments, its launch, and the expected output.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "ocl/program.hpp"
#include "ocl/values.hpp"
#include "studies/clock.hpp"
#include "studies/experiment.hpp"

namespace lenslet::study {

using ocl::bytes_of;
using ocl::download;
using ocl::upload;

// What is wrong with a result; nothing where it is right.
using Mismatch = std::optional<std::string>;

// Names the first element whose error exceeds `tolerance` times its expected value, or that is NaN where a number is
// expected.
template <class T>
Mismatch first_difference(const std::vector<T>& got, const std::vector<T>& expected, double tolerance = 0) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto is = static_cast<double>(got[i]), should = static_cast<double>(expected[i]);
    if (std::isnan(should) ? !std::isnan(is) : !(std::abs(is - should) <= tolerance * std::abs(should)))
      return fmt::format("element {} is {}, not {}", i, is, should);
  }
  return {};
}

// Makes a vector of value(0), value(1) and so on.
template <class Value>
auto values_of(std::size_t count, Value value) {
  std::vector<decltype(value(count))> values;
  values.reserve(count);
  for (std::size_t i = 0; i < count; ++i) values.push_back(value(i));
  return values;
}

// Makes numbers that look random and are the same on all machines (the finalizer of MurmurHash3, by Appleby).
constexpr std::uint32_t scrambled(std::size_t number) {
  auto value = static_cast<std::uint32_t>(number);
  value = (value ^ (value >> 16)) * 0x85ebca6bu;
  value = (value ^ (value >> 13)) * 0xc2b2ae35u;
  return value ^ (value >> 16);
}

using Extent = std::array<std::size_t, 2>;  // width and height

struct Launch {
  ocl::Range global;
  ocl::Range local{0, 0, 1};   // 0 in x: the runtime's choice
  ocl::Range offset{0, 0, 0};  // the first item's global id

  std::size_t items() const { return global.x * global.y; }
  std::size_t group() const { return local.x * local.y; }
  std::size_t groups() const { return items() / group(); }
};

// A launch of so many groups of so many work-items, in one dimension.
inline Launch launch_of(std::size_t groups, std::size_t group) {
  return {{groups * group, 1}, {group, 1}};
}

// A launch of at least so many work-items, in whole groups of this size. The group is halved, its height first, until
// the device allows it.
Launch whole_groups(const Experiment& experiment, Extent items, Extent group);

struct Local {
  std::size_t bytes;
};

// A buffer of the row's own, so that no row passes with another's result.
struct Output {
  std::vector<std::byte> initial;
  std::function<Mismatch(const ocl::Queue&, const ocl::Buffer&)> mismatch;
  std::optional<ocl::Buffer> shared = {};  // if several rows use one
};

using Argument =
    std::variant<std::int32_t, std::uint32_t, std::uint64_t, float, Local, ocl::Buffer, ocl::ImageObject, Output>;

// Makes an output that `check` judges after the first run.
template <class T, class Check>
Output output_for(std::size_t count, Check check) {
  return {std::vector<std::byte>(count * sizeof(T), std::byte{0xff}),
          [count, check](const ocl::Queue& queue, const ocl::Buffer& buffer) -> Mismatch {
            return check(download<T>(queue, buffer, count));
          }};
}

// Makes an output that must have the values `expected()` after the first run. It begins with wrong values: floats with
// NaN.
template <class T, class Expected>
Output output(std::size_t count, Expected expected, double tolerance = 0) {
  return output_for<T>(count, [expected, tolerance](const std::vector<T>& found) {
    return first_difference(found, expected(), tolerance);
  });
}

// Makes an output that begins with these values.
template <class T, class Expected>
Output output(const std::vector<T>& initial, Expected expected, double tolerance = 0) {
  Output result = output<T>(initial.size(), expected, tolerance);
  const auto bytes = bytes_of(initial);
  result.initial.assign(bytes.begin(), bytes.end());
  return result;
}

using Define = std::pair<std::string_view, std::int64_t>;

struct KernelRow {
  std::string file, kernel;
  std::vector<Define> defines = {};
  std::vector<Argument> arguments = {};
  Launch launch = {};
  std::string options = {};  // of the compiler
  std::string before = {};   // another file, which comes before `file`
};

// A row with its kernel and memory.
class KernelRun {
 public:
  KernelRun(const Experiment& experiment, const KernelRow& row);
  // A row in a queue other than the session's. The session does not know its programs.
  KernelRun(const ocl::Queue& queue, const KernelRow& row);

  ocl::Event enqueue(const ocl::Queue& queue, const ocl::After& after = {}) const;
  ocl::Event enqueue() const { return enqueue(queue_); }
  const std::string& source() const { return source_; }
  const Launch& launch() const { return launch_; }
  std::size_t preferred_multiple() const { return kernel_.preferred_multiple(); }

  void set(unsigned index, const Argument& argument);  // instead of the row's own
  void clear() const;                                  // sets its outputs to their first values
  Mismatch mismatch() const;                           // of its outputs

  // Reads the output that is this argument.
  template <class T>
  void read(std::size_t argument, std::vector<T>& values) const {
    queue_.read(buffer(argument), 0, std::as_writable_bytes(std::span(values)));
  }
  const ocl::Buffer& buffer(std::size_t argument) const { return *buffers_[argument]; }

 private:
  KernelRun(const ocl::Queue& queue, const KernelRow& row, std::string source, const ocl::Program& program);

  ocl::Queue queue_;
  std::vector<Argument> arguments_;
  Launch launch_;
  std::string source_;
  ocl::Kernel kernel_;
  std::vector<std::optional<ocl::Buffer>> buffers_;  // of outputs
};

// Work-items that only take time. Each makes its number of `out` from its number of `in`, by so many rounds of steps
// that wait for each other.
KernelRow steps_row(const ocl::Buffer& in, const Output& out, std::uint32_t rounds, const Launch& launch);
inline constexpr std::uint32_t steps_of_round = 16;
std::uint32_t after_rounds(std::uint32_t value, std::uint32_t rounds);

// Makes a candidate of rows that are launched one after the other. All their outputs are checked.
Ready ready(const Experiment& experiment, const std::vector<KernelRow>& rows);
Ready ready(const ocl::Queue& queue, const std::vector<KernelRow>& rows);

// Makes a candidate whose time is the host's.
Ready timed_by_host(std::string how, std::function<void()> work, std::function<Mismatch()> mismatch,
                    std::string source = {});

// Adds a candidate at the place x of a chart's line; `row` gives a row, or several.
template <class Row>
void add(Experiment& experiment, std::size_t chart, const std::string& line, double x, Row row) {
  experiment.add(chart, line, x, [&experiment, row] { return ready(experiment, {row()}); });
}

}  // namespace lenslet::study
