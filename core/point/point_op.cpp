// Makes point ops entries of the registry: each is a group of one function.
#include "point/point_op.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/cases.hpp"
#include "op/dimensions.hpp"
#include "op/image_truth.hpp"
#include "op/op_problem.hpp"
#include "op/random_value.hpp"
#include "op/values.hpp"
#include "point/function.hpp"
#include "point/schedules.hpp"
#include "rounding.hpp"
#include "system/printable.hpp"

namespace lenslet::point {
namespace {

// The test harness deals an op's cases to four processes in turn. So programs come in groups of four: all cases of one
// program are in one process, which compiles it once.
constexpr std::size_t turns = 4;
constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 4, true}, {{}, 1}, {{}, 2}};
constexpr Size sizes[] = {{37, 23}, {1, 1}, {301, 5}, {1, 7}, {64, 9}};
constexpr Size size_of_specials = sizes[2];
constexpr double peak_of_random = 100;

std::vector<PixelFormat> formats_of(const PointOp& op, const Sample& sample, std::size_t number, bool all) {
  if (!sample.inputs.empty()) return sample.inputs;
  std::vector<SampleType> types = op.info.inputs.front().types;
  std::erase_if(types, [](SampleType type) { return !is_filter_type(type); });  // others have cases of their own
  PixelFormat format = layouts[number % std::size(layouts)];
  format.type = types[(number + (all ? number / turns : 0)) % types.size()];
  const op::Arguments arguments(op.info, sample.arguments);
  return std::vector<PixelFormat>(op.inputs ? op.inputs(arguments).size() : op.info.inputs.size(), format);
}

// Images of one of the sizes have NaN, infinities, both zeros and denormals among their samples.
HostValue image_of(const PixelFormat& format, Size size, double peak, std::uint32_t seed) {
  const array::Fill fill = size == size_of_specials ? array::Fill::special : array::Fill::random;
  HostValue value = op::random_value(ImageType{format, size}, fill, seed);
  auto& image = std::get<Image>(value);
  if (is_integer(format.type) || peak == peak_of_random) return value;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) image.set(x, y, c, image.at(x, y, c) * (peak / peak_of_random));
  return value;
}

// Each sample of arguments gets a program of its own: whether two of them could share one is not known here.
std::size_t programs_of(const PointOp& op, int effort) {
  const std::size_t least = std::max(op.samples.size(), turns);
  return round_up(effort < 2 ? least : std::max(least, turns * std::size(filter_types)), turns);
}

std::vector<op::Case> cases_of(const PointOp& op, int effort) {
  const std::size_t programs = programs_of(op, effort), count = effort < 2 ? 3 : std::size(sizes);
  std::vector<op::Case> cases;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t program = 0; program < programs; ++program) {
      const Sample& sample = op.samples[program % op.samples.size()];
      op::Case one{{op.info.name, sample.arguments}, {}, {}};
      const Size size = sizes[(i + program) % count];
      for (const PixelFormat& format : formats_of(op, sample, program, effort > 1)) {
        one.inputs.push_back(
            image_of(format, size, op.peak, static_cast<std::uint32_t>(cases.size() * 10 + one.inputs.size() + 1)));
        one.what += (one.what.empty() ? "" : ", ") + to_string(ImageType{format, size});
      }
      if (program % (2 * turns) == 5) one.options.alpha = Alpha::filter;
      cases.push_back(std::move(one));
    }
  return cases;
}

// Adds schedules to the cases, so that each program also has another schedule. From effort 2 on every value of each
// axis occurs.
std::vector<VerifyCase> proofs_of(const op::Op& op, const DeviceInfo& device, int effort) {
  if (effort > 1) return op::cases_of(op, device, effort);
  std::vector<VerifyCase> cases = op::untuned_cases(op, effort);
  const std::size_t programs = cases.size() / 3;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::mt19937_64 random(i % programs);
    const auto space = op::make_op_problem(op::held(op), cases[i].work)->space(device);
    const auto any = i % programs > 0 ? space->random(random) : std::nullopt;
    if (any) cases[i].work.options.schedule = any->spelling();
    cases[i].regions = i < programs || effort > 0;
  }
  return cases;
}

constexpr std::size_t max_planes = 16;  // four images of four channels
constexpr std::size_t numbers_of_place = 4;

// Asks the reference for each existing sample. Devices may treat f32 denormals as 0.
class Truth {
 public:
  Truth(const Function& function, const op::HostValues& in)
      : function_(function), in_(in), kept_(keeps_alpha(function, in.image(0).format())) {}

  // The interval of a channel of an output. `place` is where the reference puts the output's first channel.
  op::Range at(std::size_t output, int place, std::int64_t x, std::int64_t y, int channel) const {
    const Image& first = in_.image(0);
    if (kept_ && channel == function_.outputs[output].channels - 1)
      return range_of(first.at(x, y, first.format().channels - 1));
    if (is_table(function_, first.format())) return range_of(function_.curve(first.at(x, y, channel)));
    if (function_.layout == Layout::pixels) return of_pixel(static_cast<std::size_t>(place + channel), x, y);
    Samples samples{};
    for (std::size_t i = 0; i < in_.size(); ++i) samples[i] = in_.image(i).at(x, y, channel);
    return of_either(samples, in_.size(), 0, x, y);
  }

  int given(std::size_t output) const { return channels_seen(function_.outputs[output], kept_); }

 private:
  using Samples = std::array<double, max_planes + numbers_of_place>;

  std::span<const double> with_place(Samples& samples, std::size_t count, std::int64_t x, std::int64_t y) const {
    if (!function_.needs_place) return {samples.data(), count};
    const Size size = in_.image(0).size();
    for (const std::int64_t number : {x, y, size.width, size.height}) samples[count++] = static_cast<double>(number);
    return {samples.data(), count};
  }

  static op::Range range_of(double value) { return {value, value}; }

  static bool is_denormal(double sample) { return sample != 0 && std::abs(sample) < FLT_MIN; }

  // Denormals may also be 0, as inputs and as results.
  op::Range of_either(Samples& samples, std::size_t count, std::size_t place, std::int64_t x, std::int64_t y) const {
    const op::Range exact = of_samples(samples, count, place, x, y);
    if (std::ranges::none_of(std::span(samples).first(count), is_denormal)) return with_zero(exact);
    for (double& sample : samples)
      if (is_denormal(sample)) sample = 0;
    const op::Range flushed = of_samples(samples, count, place, x, y);
    if (std::isnan(exact.low) || std::isnan(flushed.low)) return op::any_value;
    return with_zero({std::min(exact.low, flushed.low), std::max(exact.high, flushed.high)});
  }

  static op::Range with_zero(const op::Range& range) {
    if (is_denormal(range.low) || is_denormal(range.high)) return {std::min(range.low, 0.0), std::max(range.high, 0.0)};
    return range;
  }

  op::Range of_samples(Samples& samples, std::size_t count, std::size_t place, std::int64_t x, std::int64_t y) const {
    std::array<op::Range, max_planes> ranges{};
    function_.reference(with_place(samples, count, x, y), ranges);
    return ranges[place];
  }

  op::Range of_pixel(std::size_t place, std::int64_t x, std::int64_t y) const {
    Samples samples{};
    std::size_t count = 0;
    for (std::size_t i = 0; i < in_.size(); ++i)
      for (int c = 0; c < channels_seen(in_.image(i).format(), kept_); ++c) samples[count++] = in_.image(i).at(x, y, c);
    return of_either(samples, count, place, x, y);
  }

  const Function& function_;
  const op::HostValues& in_;
  bool kept_;
};

std::optional<std::string> mismatch(const Function& function, const op::HostValues& in, const op::HostValues& out) {
  const Truth truth(function, in);
  int place = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto wrong = op::first_outside(
        out.image(i), [&](std::int64_t x, std::int64_t y, int channel) { return truth.at(i, place, x, y, channel); });
    if (wrong) return wrong;
    place += truth.given(i);
  }
  return {};
}

std::vector<PixelFormat> formats_in(const op::Types& types) {
  std::vector<PixelFormat> formats;
  for (std::size_t i = 0; i < types.size(); ++i) formats.push_back(types.image(i).format);
  return formats;
}

// Makes the function from the op's description.
struct Make {
  std::shared_ptr<const PointOp> op;

  Function function(const op::Instance& instance) const {
    return function(instance.arguments, formats_in(instance.inputs), instance.alpha);
  }

  Function function(const op::Arguments& arguments, const std::vector<PixelFormat>& formats, Alpha alpha) const {
    Function function = op->make(arguments, formats);
    if (function.layout == Layout::samples && alpha == Alpha::filter) function.keeps_alpha = false;
    return function;
  }

  Group group(const op::Instance& instance) const { return single(function(instance), formats_in(instance.inputs)); }
};

op::Types outputs_of(const Make& make, const op::Arguments& arguments, const op::Types& inputs) {
  const std::vector<PixelFormat> formats = formats_in(inputs);
  const Size size = inputs.image(0).size;
  check_sizes(make.op->info.name, inputs);
  std::vector<ValueType> outputs;
  for (const PixelFormat& format : make.function(arguments, formats, Alpha::keep).outputs)
    outputs.push_back(ImageType{format, size});
  return outputs;
}

}  // namespace

std::vector<Sample> of_colours(const std::vector<SampleType>& types) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < turns; ++i) {
    const bool alpha = i % 2 == 1;
    samples.push_back({{}, {{types[i % types.size()], alpha ? 4 : 3, alpha}}});
  }
  return samples;
}

PointOp::operator op::Op() const {
  const Make own{std::make_shared<const PointOp>(*this)};
  op::Op result;
  result.info = info;
  result.inputs = inputs;
  result.outputs = [own](const op::Arguments& arguments, const op::Types& types) {
    return outputs_of(own, arguments, types);
  };
  result.space = [own](const op::Instance& instance, const DeviceInfo& device) {
    return space(own.group(instance), device);
  };
  result.initial = [own](const op::Instance& instance, const DeviceInfo& device) {
    return initial(own.group(instance), instance.inputs.image(0).pixels(), device);
  };
  result.rule = [own](const op::Instance& instance, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return rule(own.group(instance), device, schedule);
  };
  result.make = [own](const op::Instance& instance, const DimensionSchedule& schedule, const op::Maker& maker) {
    return make_graph(own.group(instance), schedule, maker);
  };
  result.point = [own](const op::Instance& instance) { return own.function(instance); };
  result.every_size = true;
  result.mismatch = [own](const op::Instance& instance, const op::HostValues& in, const op::HostValues& out) {
    return mismatch(own.group(instance).nodes.front().function, in, out);
  };
  result.cases = [own](int effort) { return cases_of(*own.op, effort); };
  result.proofs = proofs_of;
  result.typical.fills = {array::Fill::random, array::Fill::equal};
  return any ? with_other_types(std::move(result), own.op) : result;
}

std::vector<Operand> images(const std::vector<std::string>& names, const std::vector<SampleType>& types) {
  std::vector<Operand> operands;
  for (const std::string& name : names) operands.emplace_back(name.c_str(), Reads::same, types);
  return operands;
}

std::vector<SampleType> all_types() {
  return {std::begin(sample_types), std::end(sample_types)};
}

std::vector<SampleType> all_integers() {
  std::vector<SampleType> types = all_types();
  std::erase_if(types, [](SampleType type) { return !is_integer(type); });
  return types;
}

void check_sizes(const std::string& op, const op::Types& inputs) {
  const Size size = inputs.image(0).size;
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (inputs.image(i).size != size)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{}: images of {} x {} and {} x {}; allowed: one size", system::shown_name(op),
                              size.width, size.height, inputs.image(i).size.width, inputs.image(i).size.height));
}

void refuse(std::string_view op, const std::vector<PixelFormat>& formats, std::string_view allowed) {
  std::vector<std::string> given;
  for (const PixelFormat& format : formats) given.push_back(to_string(format));
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}; allowed: {}", op, fmt::join(given, ", "), allowed));
}

void check_alike(std::string_view op, const std::vector<PixelFormat>& formats) {
  if (std::ranges::any_of(formats, [&](const PixelFormat& format) { return format != formats.front(); }))
    refuse(op, formats, "images of one format");
}

void check_colours(std::string_view op, const PixelFormat& format) {
  if (format.channels - (format.alpha ? 1 : 0) != 3) refuse(op, {format}, "3 channels, or 4 with alpha");
}

op::Range exactly(double value) {
  return {value, value};
}

op::Range within(double value, double magnitude, int roundings) {
  constexpr double unit = 0x1p-24,
                   least = 0x1p-149;  // f32's relative rounding error; its smallest number
  if (!std::isfinite(value)) return exactly(value);
  const double bound = roundings * (unit * std::abs(magnitude) + least);
  if (!(std::abs(magnitude) + bound <= FLT_MAX)) return op::any_value;  // what the result is made of may be infinite
  return {value - bound, value + bound};
}

}  // namespace lenslet::point
