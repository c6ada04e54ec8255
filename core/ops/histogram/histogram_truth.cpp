// Computes what histograms and equalisation must make, by plain loops, and makes arrays to prove it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>

#include "array/compare.hpp"
#include "array/fill.hpp"
#include "ops/histogram/histogram.hpp"

namespace lenslet::ops {
namespace {

using Arrays = op::HostValues;
using Given = std::map<std::string, Value>;

std::vector<std::int64_t> counts_of(const Array& x, int channels, int channel, std::size_t levels) {
  std::vector<std::int64_t> counts(levels);
  for (std::int64_t i = channel; i < x.count(); i += channels) ++counts[static_cast<std::size_t>(x.at(i))];
  return counts;
}

// The part of a call on which its programs depend.
struct CallShape {
  SampleType type;
  int channels;
  Given arguments;
};

op::Case case_of(const std::string& op, const CallShape& way, std::int64_t length, array::Fill fill,
                 std::uint32_t seed) {
  const ArrayType shape{way.type,
                        way.channels == 1 ? std::vector{length} : std::vector<std::int64_t>{1, length, way.channels}};
  op::Case one{{op, way.arguments}, {array::filled(shape, fill, seed)}, {}};
  one.what = fmt::format("{}, {}", to_string(shape), name_of(fill));
  for (const auto& argument : way.arguments)
    one.what += fmt::format(", {} {}", argument.first, value_text(argument.second));
  return one;
}

// Returns each call with each length and fill; at low effort with some of them.
std::vector<op::Case> cases_of(const std::string& op, const std::vector<CallShape>& ways, int effort) {
  std::vector<op::Case> cases;
  std::uint32_t seed = 1;
  for (const CallShape& way : ways)
    for (const std::int64_t length : array::awkward_lengths(effort))
      for (const array::Fill fill : array::fills)
        if (++seed; effort == 2 || length == 1000 || seed % 3 == 0)
          cases.push_back(case_of(op, way, length, fill, seed));
  cases.push_back(case_of(op, {SampleType::u8, 1, {}}, 300007, array::Fill::equal, 1));
  cases.push_back(case_of(op, {SampleType::u8, 3, {}}, 100003, array::Fill::random, 2));
  return cases;
}

Given bins(int count, double low, double high) {
  return {{"bins", std::int64_t{count}}, {"low", low}, {"high", high}};
}

}  // namespace

// Makes OpenCV's table, in OpenCV's order of operations.
std::vector<double> equalized_levels(const std::vector<std::int64_t>& counts, std::int64_t total) {
  std::vector<double> table(counts.size());
  std::size_t level = 0;
  while (counts[level] == 0) ++level;
  if (counts[level] == total) {  // a single level stays: no other is left to spread
    std::iota(table.begin(), table.end(), 0.0);
    return table;
  }
  const auto most = static_cast<float>(counts.size() - 1);
  const float scale = most / static_cast<float>(total - counts[level]);
  std::int64_t sum = 0;
  while (++level < counts.size()) {
    sum += counts[level];
    table[level] = std::min(std::nearbyint(static_cast<float>(sum) * scale), most);
  }
  return table;
}

Mismatch histogram_mismatch(const op::Instance& problem, const Arrays& in, const Arrays& out) {
  const Array& x = in[0];
  const Bins bins = bins_of(problem.arguments, x.type().type);
  const int channels = channels_of("histogram", problem.arguments, x.type());
  Array expected(problem.outputs.front());
  const auto counts = expected.as<std::uint64_t>();
  const SampleType type = x.type().type;
  const std::vector<double> edges = edges_of(bins);
  const auto bin_at = [&](std::int64_t i) {
    if (is_held_by_floats(type)) return bin_of(bins, x.at(i));
    return bin_between(edges, op::exact_at(x.bytes().data() + static_cast<std::size_t>(i) * size_of(type), type));
  };
  for (std::int64_t i = 0; i < x.count(); ++i)
    if (const std::int64_t bin = bin_at(i); bin >= 0)
      ++counts[static_cast<std::size_t>(i % channels * bins.count + bin)];
  return array::first_difference(out[0], expected);
}

Mismatch equalize_mismatch(const op::Instance& problem, const Arrays& in, const Arrays& out) {
  const Array& x = in[0];
  const int channels = channels_of("equalize", problem.arguments, x.type());
  const std::size_t levels = x.type().type == SampleType::u8 ? 256 : 65536;
  Array expected(x.type());
  for (int channel = 0; channel < channels && x.count() > 0; ++channel) {
    const std::vector<double> table = equalized_levels(counts_of(x, channels, channel, levels), x.count() / channels);
    for (std::int64_t i = channel; i < x.count(); i += channels)
      expected.set(i, table[static_cast<std::size_t>(x.at(i))]);
  }
  return array::first_difference(out[0], expected);
}

namespace {

// Few, for a quick look.
std::vector<CallShape> usual_ways() {
  using enum SampleType;
  return {{u8, 1, {}},
          {u8, 1, bins(7, -3.5, 200.25)},
          {u8, 3, bins(300, 0, 256)},
          {u16, 1, {}},
          {u16, 1, bins(65536, 0, 0)},
          {u16, 3, bins(1000, -5, 65530.5)},
          {f32, 1, bins(256, -80, 90.3)},
          {f32, 3, bins(10, 0, 10)},
          {f32, 1, bins(100, -1e-30, 1e38)},
          {i8, 1, {}},
          {i8, 3, bins(7, -100.5, 20.25)},
          {i16, 1, {}},
          {i16, 2, bins(1000, -5, 30530.5)},
          {f16, 1, bins(99, -80, 90.3)},
          {u32, 1, {}},
          {i32, 3, bins(100, -70.5, 90)},
          {u64, 1, bins(37, 0, 0)},
          {i64, 4, bins(1000, -300, 3e5)},
          {u32, 1, bins(5, -1e10, 1e11)},
          {u64, 1, bins(400000, 0, 1e20)},
          {i64, 1, bins(3, -1e19, 2e19)},
          {f64, 1, bins(256, -80, 90.3)}};
}

std::vector<CallShape> other_ways() {
  using enum SampleType;
  return {{u8, 2, {}},
          {u8, 4, bins(1, 10, 11)},
          {u16, 2, bins(3, 1, 4)},
          {u16, 4, bins(65535, 1, 65536)},
          {f32, 2, bins(5000, -100, 100)},
          {f32, 4, bins(1, -1e-39, 1e-39)},
          {f32, 1, bins(300000, -3e38, 3e38)},
          {i8, 4, bins(1, -3, -2)},
          {i16, 1, bins(65535, -32768, 32767)},
          {f16, 3, bins(5000, -1e-7, 60000)},
          {u32, 1, bins(100, 4294967290.0, 4294967296.0)},
          {i32, 1, bins(1 << 20, 0, 0)},
          {u64, 2, bins(3, 1e15, 1e19)},
          {i64, 1, bins(7, 9e18, 1e19)},
          {f64, 3, bins(300000, -1e300, 1e300)}};
}

}  // namespace

std::vector<op::Case> histogram_cases(int effort) {
  std::vector<CallShape> ways = usual_ways();
  if (effort > 0) {
    const std::vector<CallShape> others = other_ways();
    ways.insert(ways.end(), others.begin(), others.end());
  }
  return cases_of("histogram", ways, effort);
}

std::vector<op::Case> otsu_array_cases(int effort) {
  using enum SampleType;
  return cases_of("otsu", {{u8, 1, {}}, {u8, 3, {}}, {u16, 1, {}}}, effort);
}

std::vector<op::Case> equalize_cases(int effort) {
  using enum SampleType;
  std::vector<CallShape> ways = {{u8, 1, {}}, {u8, 3, {}}, {u16, 1, {}}, {u16, 4, {}}};
  if (effort > 0) ways.insert(ways.end(), {{u8, 2, {}}, {u8, 4, {}}, {u16, 3, {}}});
  return cases_of("equalize", ways, effort);
}

}  // namespace lenslet::ops
