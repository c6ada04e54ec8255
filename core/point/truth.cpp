// Asks the reference for each sample that there is. Devices may take denormals of f32 for 0.
#include "point/truth.hpp"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include "op/image_truth.hpp"

namespace lenslet::point {
namespace {

constexpr std::size_t most_planes = 16;  // four images of four channels
constexpr std::size_t numbers_of_place = 4;

class Truth {
 public:
  Truth(const Function& function, const op::HostValues& in)
      : function_(function), in_(in), kept_(keeps_alpha(function, in.image(0).format())) {}

  // Of a channel of an output, whose first channel the function gives at `place`.
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
  using Samples = std::array<double, most_planes + numbers_of_place>;

  std::span<const double> with_place(Samples& samples, std::size_t count, std::int64_t x, std::int64_t y) const {
    if (!function_.needs_place) return {samples.data(), count};
    const Size size = in_.image(0).size();
    for (const std::int64_t number : {x, y, size.width, size.height}) samples[count++] = static_cast<double>(number);
    return {samples.data(), count};
  }

  static op::Range range_of(double value) { return {value, value}; }

  static bool is_denormal(double sample) { return sample != 0 && std::abs(sample) < FLT_MIN; }

  // What is so small may also be 0, before and after.
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
    std::array<op::Range, most_planes> ranges{};
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

}  // namespace

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

}  // namespace lenslet::point
