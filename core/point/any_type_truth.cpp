// Computes functions in numbers that hold integers of 64 bits.
#include "point/any_type_truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "op/random_value.hpp"
#include "point/point_op.hpp"

namespace lenslet::point {
namespace {

constexpr std::size_t most_values = 16;  // four images of four channels

const std::byte* place_of(const Image& image, std::int64_t x, std::int64_t y, int channel) {
  const auto size = static_cast<std::int64_t>(size_of(image.format().type));
  return image.row(y) + (x * image.format().channels + channel) * size;
}

bool holds(const ExactRange& range, op::Exact got, SampleType type) {
  const op::Exact low = op::stored(range.low, type), high = op::stored(range.high, type);
  if (std::isnan(low) || std::isnan(high)) return std::isnan(got);
  return got >= low && got <= high;
}

class AnyTruth {
 public:
  AnyTruth(const AnyFunction& function, const op::HostValues& in, const op::HostValues& out)
      : function_(function), in_(in), outputs_(out), kept_(keeps_alpha(function, in.image(0).format())) {}

  std::optional<std::string> wrong_pixel(std::int64_t x, std::int64_t y) const {
    std::size_t place = 0;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (auto wrong = wrong_in(outputs_.image(i), place, x, y)) return wrong;
      place += static_cast<std::size_t>(outputs_.image(i).format().channels);
    }
    return {};
  }

 private:
  // `place` is where the function puts the image's first channel.
  std::optional<std::string> wrong_in(const Image& out, std::size_t place, std::int64_t x, std::int64_t y) const {
    const int made = out.format().channels - (kept_ ? 1 : 0);
    std::array<ExactRange, most_values> ranges{};
    if (function_.layout == Layout::pixels) function_.reference(pixel(x, y), ranges);
    for (int c = 0; c < out.format().channels; ++c) {
      ExactRange range = ranges[place + static_cast<std::size_t>(c)];
      if (c == made)
        range.low = range.high = exact(0, x, y, c);
      else if (function_.layout == Layout::samples)
        function_.reference(samples(x, y, c), {&range, 1});
      const op::Exact got = op::exact_at(place_of(out, x, y, c), out.format().type);
      if (holds(range, got, out.format().type)) continue;
      return fmt::format("({}, {}) channel {} is {}, not {} to {}", x, y, c, static_cast<double>(got),
                         static_cast<double>(op::stored(range.low, out.format().type)),
                         static_cast<double>(op::stored(range.high, out.format().type)));
    }
    return {};
  }

  // A sample as the function gets it.
  op::Exact exact(std::size_t input, std::int64_t x, std::int64_t y, int channel) const {
    const Image& image = in_.image(input);
    const op::Exact value = op::exact_at(place_of(image, x, y, channel), image.format().type);
    const bool is_mask = function_.masks && image.format().type != in_.image(0).format().type;
    return is_mask ? (value != 0 ? 1 : 0) : value;
  }

  std::span<const op::Exact> samples(std::int64_t x, std::int64_t y, int channel) const {
    for (std::size_t i = 0; i < in_.size(); ++i) values_[i] = exact(i, x, y, channel);
    return {values_.data(), in_.size()};
  }

  std::span<const op::Exact> pixel(std::int64_t x, std::int64_t y) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < in_.size(); ++i)
      for (int c = 0; c < in_.image(i).format().channels - (kept_ ? 1 : 0); ++c) values_[count++] = exact(i, x, y, c);
    return {values_.data(), count};
  }

  const AnyFunction& function_;
  const op::HostValues& in_;
  const op::HostValues& outputs_;
  bool kept_;
  mutable std::array<op::Exact, most_values> values_{};
};

std::vector<SampleType> other_types(const PointOp& op) {
  std::vector<SampleType> types = op.info.inputs.front().types;
  std::erase_if(types, is_filter_type);
  return types;
}

constexpr PixelFormat layouts_of_any[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2}};
constexpr Size sizes_of_any[] = {{37, 23}, {301, 3}, {1, 1}};

// The formats of the op's own sample, with the type in place of that of its first input.
std::vector<PixelFormat> formats_of(const PointOp& op, const Sample& sample, SampleType type, std::size_t number) {
  if (sample.inputs.empty()) {
    PixelFormat format = layouts_of_any[number % std::size(layouts_of_any)];
    format.type = type;
    const op::Arguments arguments(op.info, sample.arguments);
    return std::vector<PixelFormat>(op.inputs ? op.inputs(arguments).size() : op.info.inputs.size(), format);
  }
  std::vector<PixelFormat> formats = sample.inputs;
  const PixelFormat first = formats.front();
  for (PixelFormat& format : formats)
    if (format == first) format.type = type;
  return formats;
}

op::Case any_case(const PointOp& op, const Sample& sample, SampleType type, std::size_t number) {
  op::Case one{{op.info.name, sample.arguments}, {}, {}};
  const Size size = sizes_of_any[number % std::size(sizes_of_any)];
  const array::Fill fill = number % 2 ? array::Fill::special : array::Fill::random;
  for (const PixelFormat& format : formats_of(op, sample, type, number)) {
    const ImageType image{format, size};
    one.inputs.push_back(op::random_value(image, fill, static_cast<std::uint32_t>(10 * number + one.inputs.size())));
    one.what += (one.what.empty() ? "" : ", ") + to_string(image);
  }
  return one;
}

}  // namespace

bool keeps_alpha(const AnyFunction& function, const PixelFormat& first) {
  return function.keeps_alpha && first.alpha && function.outputs.front().alpha &&
         first.type == function.outputs.front().type;
}

std::optional<std::string> any_mismatch(const AnyFunction& function, const op::HostValues& in,
                                        const op::HostValues& out) {
  const Image& image = out.image(0);
  const AnyTruth truth(function, in, out);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      if (auto wrong = truth.wrong_pixel(x, y)) return wrong;
  return {};
}

// The op's name decides with which type it begins, so that all ops together have each of them.
std::vector<op::Case> any_cases(const PointOp& op, int effort) {
  const std::vector<SampleType> types = other_types(op);
  const std::vector<Sample> samples = op.any_samples.empty() ? op.samples : op.any_samples;
  const std::size_t few = effort == 0 ? 2 : 4;
  const auto first = static_cast<std::size_t>(std::accumulate(op.info.name.begin(), op.info.name.end(), 0));
  const std::size_t count = effort < 2 ? few : types.size() * samples.size();
  std::vector<op::Case> cases;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t number = effort < 2 ? first % 11 + i : i;
    cases.push_back(any_case(op, samples[i % samples.size()], types[number % types.size()], number));
  }
  return cases;
}

}  // namespace lenslet::point
