// Counts histograms of arrays and images, and equalises by them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/cases.hpp"
#include "op/dimensions.hpp"
#include "ops/histogram/histogram.hpp"
#include "ops/parameters.hpp"

namespace lenslet::ops {
namespace {

using op::Types;

Parameter channels_parameter() {
  return integer_parameter(
      "channels",
      "Channels, of which the last side has so many; 1: all elements are one; 0: the last of three sides is the "
      "channels, any other array has one.",
      0, 0, 4);
}

Parameter range_parameter(std::string name, std::string summary) {
  return {.name = std::move(name), .summary = std::move(summary), .kind = ParameterKind::real, .initial = 0.0};
}

Types histogram_outputs(const Arguments& arguments, const Types& inputs) {
  const int channels = channels_of("histogram", arguments, inputs[0]);
  const std::int64_t bins = bins_of(arguments, inputs[0].type).count;
  if (channels == 1) return {{SampleType::u64, {bins}}};
  return {{SampleType::u64, {channels, bins}}};
}

Types equalize_outputs(const Arguments& arguments, const Types& inputs) {
  check_type("equalize", inputs[0], {SampleType::u8, SampleType::u16});
  channels_of("equalize", arguments, inputs[0]);
  return inputs;
}

Load histogram_load(const op::Instance& problem) {
  const ArrayType& input = problem.inputs.front();
  const int channels = channels_of("histogram", problem.arguments, input);
  const std::int64_t bins = counted_bins(bins_of(problem.arguments, input.type), input.type);
  return {input, channels, static_cast<std::uint64_t>(bins * channels)};
}

Load equalize_load(const op::Instance& problem) {
  const ArrayType& input = problem.inputs.front();
  const int channels = channels_of("equalize", problem.arguments, input);
  return {input, channels, static_cast<std::uint64_t>(channels * levels_of(input.type))};
}

constexpr char histogram_details[] =
    "Bin floor((x - low) bins / (high - low)) of each element in [low, high), as OpenCV's calcHist with uniform bins "
    "rounds it in f64; low and high are rounded to f32. Integers of 32 and 64 bits and f64 are counted between NumPy's "
    "edges, low + i (high - low) / bins in f64. What is outside is not counted, nor is NaN, which OpenCV has in the "
    "first bin. low = high = 0 is the whole range of an integer type, as [-128, 128), and [0, 1) of floats. The counts "
    "are u64 of shape [bins], or [channels, bins] for 2 to 4 channels, and exact; OpenCV's are f32, exact up to 2^24. "
    "Those of an empty array are 0. The tool, and call_for() in C++, take the range of floats from the least to the "
    "greatest finite one, and that of integers of 32 and 64 bits to one above the greatest, where neither low nor high "
    "is given. NumPy's histogram has the upper end of its range in the last bin. f64 needs a device that has it.";

constexpr char equalize_details[] =
    "Each channel by itself, as OpenCV's equalizeHist: round(s (c(x) - c0)), half to even, with c(x) the elements up "
    "to x, c0 those that have the lowest level there is, and s = m / (n - c0) in f32, m = 255 for u8. A constant "
    "channel stays as it is. u16, which OpenCV does not have, is the same with m = 65535.";

constexpr double endless = std::numeric_limits<double>::infinity();

// The range of integers: doubles that nothing lies outside of.
std::pair<double, double> range_of_integers(op::Exact least, op::Exact greatest) {
  const auto low = static_cast<double>(least), high = static_cast<double>(greatest + 1);
  return {op::Exact{low} > least ? std::nextafter(low, -endless) : low,
          op::Exact{high} > greatest ? high : std::nextafter(high, endless)};
}

struct Extent {
  op::Exact low = endless, high = -endless;
};

Extent extent_of(const Array& x) {
  Extent extent;
  const SampleType type = x.type().type;
  for (std::int64_t i = 0; i < x.count(); ++i) {
    const op::Exact value = op::exact_at(x.bytes().data() + static_cast<std::size_t>(i) * size_of(type), type);
    if (!std::isfinite(value)) continue;
    extent.low = std::min(extent.low, value);
    extent.high = std::max(extent.high, value);
  }
  return extent;
}

// The range of a call that names none: from the least number to the greatest, which lies in the last bin. Equal floats
// get a range around them, as NumPy does it.
std::pair<double, double> range_of(const Extent& extent, SampleType type) {
  if (is_integer(type)) return range_of_integers(extent.low, extent.high);
  const auto low = static_cast<double>(extent.low), high = static_cast<double>(extent.high);
  const double apart = low == high ? std::max(0.5, std::abs(low) / 1024) : 0;
  if (type == SampleType::f64) return {low - apart, std::nextafter(high + apart, std::numeric_limits<double>::max())};
  const auto end = static_cast<float>(high + apart);
  return {static_cast<float>(low - apart), std::nextafter(end, std::numeric_limits<float>::max())};
}

// Completes a call that names no range, for types of which nobody asks for the whole.
Call with_range(Call call, const op::HostValues& inputs) {
  const Array& x = inputs[0];
  const SampleType type = x.type().type;
  const bool is_small = is_integer(type) && size_of(type) < 4;
  if (is_small || call.arguments.contains("low") || call.arguments.contains("high")) return call;
  const Extent extent = extent_of(x);
  if (extent.low > extent.high) return call;
  const auto [low, high] = range_of(extent, type);
  call.arguments["low"] = low;
  call.arguments["high"] = high;
  return call;
}

std::string uncounted_text(const op::Instance& problem, const op::HostValues& outputs) {
  const auto all = static_cast<std::uint64_t>(problem.inputs.front().count());
  std::uint64_t counted = 0;
  for (const std::uint64_t count : outputs[0].as<std::uint64_t>()) counted += count;
  if (counted == all) return {};
  return fmt::format("{} of {} elements ({:.3g}%) lie outside the range, or are NaN, and are not counted",
                     all - counted, all, 100 * static_cast<double>(all - counted) / static_cast<double>(all));
}

op::Op histogram_op() {
  op::Op op;
  op.info = {
      .name = "histogram",
      .summary = "How many elements are in each of equal intervals, for each channel.",
      .details = histogram_details,
      .parameters = {integer_parameter("bins", "Intervals.", 256, 1, 1 << 24),
                     range_parameter("low", "The least value that is counted."),
                     range_parameter("high", "The end of the range, which is not counted."), channels_parameter()},
      .outputs = array_operands({"histogram"}),
      .inputs = array_operands({"x"}),
      .family = "histogram",
      .synonyms = {"hist", "imhist", "calchist", "bincount"}};
  op.called = with_range;
  op.remark = uncounted_text;
  op.outputs = histogram_outputs;
  op.space = [](const auto&, const auto&) { return counter_space({"device", "host", "atomic"}); };
  op.initial = [](const op::Instance& problem, const DeviceInfo& device) {
    return counter_initial(histogram_load(problem), device);
  };
  op.rule = [](const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return counter_rule(histogram_load(problem), device, schedule);
  };
  op.make = make_histogram;
  op.mismatch = histogram_mismatch;
  op.cases = histogram_cases;
  op.typical.type = SampleType::u8;
  op.plot = histogram_plot;
  return op;
}

constexpr char otsu_details[] =
    "Otsu's level (1979) of each channel: of the elements up to it and those above it the means are furthest apart, "
    "each part counted by its size; the first of equally good ones, and 0 where all are alike. The level that OpenCV's "
    "threshold finds with THRESH_OTSU for u8 and u16. The op otsu of images applies it.";

Types otsu_outputs(const Arguments& arguments, const Types& inputs) {
  check_type("otsu", inputs[0], {SampleType::u8, SampleType::u16});
  const std::int64_t channels = channels_of("otsu", arguments, inputs[0]);
  return {{SampleType::u64, channels == 1 ? std::vector<std::int64_t>{} : std::vector{channels}}};
}

op::Op otsu_op() {
  op::Op op;
  op.info = {.name = "otsu",
             .summary = "The level that divides elements best in low and high ones, for each channel.",
             .details = otsu_details,
             .parameters = {channels_parameter()},
             .outputs = array_operands({"level"}),
             .inputs = array_operands({"x"}),
             .family = "histogram",
             .synonyms = {"otsuthresh", "multithresh"}};
  op.outputs = otsu_outputs;
  op.space = [](const auto&, const auto&) { return counter_space({"device", "host", "atomic"}); };
  op.initial = [](const auto& problem, const auto& device) { return counter_initial(equalize_load(problem), device); };
  op.rule = [](const auto& problem, const auto& device, const DimensionSchedule& schedule) {
    return counter_rule(equalize_load(problem), device, schedule);
  };
  op.make = make_otsu;
  op.mismatch = otsu_array_mismatch;
  op.cases = otsu_array_cases;
  // The schedules are those of histogram, whose own proofs cover each.
  op.proofs = op::cases_of_shared_schedules;
  op.typical.type = SampleType::u8;
  op.bytes = [](const op::Instance& problem) { return problem.inputs.front().bytes(); };
  return op;
}

op::Op equalize_op() {
  op::Op op;
  op.info = {.name = "equalize",
             .summary = "Levels spread so that all are about equally frequent, for each channel.",
             .details = equalize_details,
             .parameters = {channels_parameter()},
             .outputs = array_operands({"equalized"}),
             .inputs = array_operands({"x"}),
             .family = "histogram"};
  op.outputs = equalize_outputs;
  op.space = [](const auto&, const auto&) { return equalizer_space(); };
  op.initial = [](const op::Instance& problem, const DeviceInfo& device) {
    return equalizer_initial(equalize_load(problem), device);
  };
  op.rule = [](const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return equalizer_rule(equalize_load(problem), device, schedule);
  };
  op.make = make_equalize;
  op.placement = [](const op::Instance&) { return Placement(); };
  op.mismatch = equalize_mismatch;
  op.cases = equalize_cases;
  op.typical.type = SampleType::u8;
  op.bytes = [](const op::Instance& problem) { return 3 * problem.inputs.front().bytes(); };
  return op;
}

}  // namespace

int channels_of(const std::string& op, const Arguments& arguments, const ArrayType& input) {
  const int wanted = arguments.integer("channels");
  if (wanted == 1 || (wanted == 0 && input.shape.size() != 3)) return 1;
  const std::int64_t last = input.shape.empty() ? 1 : input.shape.back();
  if (wanted == 0 && last >= 1 && last <= 4) return static_cast<int>(last);
  if (wanted > 0 && wanted == last) return wanted;
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("{}: the last side of {} has {} channels; allowed: {}, or channels=1 for all elements together", op,
                  to_string(input), last, wanted == 0 ? "1 to 4" : fmt::format("{}", wanted)));
}

void check_type(const std::string& op, const ArrayType& input, const std::vector<SampleType>& allowed) {
  if (std::ranges::find(allowed, input.type) != allowed.end()) return;
  std::vector<std::string_view> names;
  for (const SampleType type : allowed) names.push_back(name_of(type));
  throw SampleTypeError(
      fmt::format("{}: x is {}; allowed: elements of {}", op, to_string(input), fmt::join(names, ", ")));
}

std::vector<op::Op> histogram() {
  return {histogram_op(), equalize_op(), otsu_op()};
}

}  // namespace lenslet::ops
