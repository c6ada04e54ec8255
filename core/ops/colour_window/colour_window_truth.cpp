// Computes what windows that see all channels must make, and makes images to prove it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

#include <lenslet/border.hpp>

#include "op/random_value.hpp"
#include "ops/colour_window/colour_window.hpp"

namespace lenslet::ops {
namespace {

constexpr double unit_of_f32 = 0x1p-24;    // half the relative distance of neighbouring f32 numbers
constexpr double least_weight = 0x1p-126;  // kernels have no smaller one
constexpr double error_of_power = 2e-7;    // of the polynomial and its rounding, relative

// A true value and the most by which f32 may differ from it. An error that is not finite: any value is right.
struct Bounded {
  double value = 0, error = 0;
};

// The mean of a channel. Errors of weights move it by as much as samples differ from it. Sums of n terms round n times.
Bounded mean_of(const std::vector<Weight>& weights, const std::function<double(const Weight&)>& sample,
                const SeenImage& image) {
  double all = 0, sum = 0, size = 0;
  for (const Weight& weight : weights) {
    all += weight.value;
    sum += weight.value * sample(weight);
    size += weight.value * std::abs(sample(weight));
  }
  const double mean = sum / all, rounding = static_cast<double>(weights.size() + 4) * unit_of_f32;
  double error = (size + std::abs(mean) * all) * rounding;
  for (const Weight& weight : weights)
    error += weight.error * std::abs(sample(weight) - mean) + weight.value * image.rounding(sample(weight));
  return {mean, 1.01 * error / all};
}

std::vector<Bounded> means_of(const std::vector<Weight>& weights, const SeenImage& image, std::int64_t x,
                              std::int64_t y) {
  std::vector<Bounded> means;
  for (int c = 0; c < image.channels(); ++c)
    means.push_back(mean_of(
        weights, [&](const Weight& weight) { return image.at(x + weight.x, y + weight.y, c); }, image));
  return means;
}

op::Range range_of(const Bounded& result) {
  if (std::isnan(result.value)) return {result.value, result.value};
  if (!std::isfinite(result.value) || !std::isfinite(result.error)) return op::any_value;
  return {result.value - result.error, result.value + result.error};
}

// A colour from the means of weighted colours and of alpha.
op::Range unweighted(const Bounded& colour, const Bounded& alpha, double white) {
  if (std::isnan(alpha.value)) return {alpha.value, alpha.value};
  if (alpha.value + alpha.error <= 0) return {0, 0};
  const double least = alpha.value - alpha.error;
  if (!(least > 0)) return op::any_value;
  const double value = colour.value / alpha.value;
  const double error = (colour.error + std::abs(value) * alpha.error) / least + std::abs(value) * 4 * unit_of_f32;
  return range_of({value * white, error * white});
}

// Remembers the last pixel: all its channels are computed at once.
class Reference {
 public:
  Reference(const ColourWindowOp& described, const op::Instance& problem, const Image& image)
      : described_(described),
        problem_(problem),
        image_(image),
        seen_(problem, image, described.window(problem).radius) {}

  op::Range at(std::int64_t x, std::int64_t y, int channel) {
    if (channel >= seen_.channels()) return range_of({image_.at(x, y, channel), 0});
    if (x != x_ || y != y_) means_ = means_of(described_.weights(problem_, seen_, x, y), seen_, x, y);
    x_ = x;
    y_ = y;
    const Bounded& mean = means_[static_cast<std::size_t>(channel)];
    if (!seen_.weighted() || channel == seen_.channels() - 1) return range_of(mean);
    return unweighted(mean, means_.back(), max_value(image_.format().type));
  }

 private:
  const ColourWindowOp& described_;
  const op::Instance& problem_;
  const Image& image_;
  SeenImage seen_;
  std::int64_t x_ = -1, y_ = -1;
  std::vector<Bounded> means_;
};

constexpr PixelFormat seen_layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2, true}, {{}, 4}, {{}, 2}};
constexpr Alpha seen_alphas[] = {Alpha::premultiply, Alpha::keep, Alpha::filter};
constexpr Size seen_sizes[] = {{37, 23}, {130, 35}, {1, 1}, {5, 3}, {9, 41}, {64, 8}};

// A sample without a finite value, which all that sees it shows.
void put_gap(Image& image, std::size_t number) {
  using Limits = std::numeric_limits<double>;
  image.set(image.width() / 3, image.height() / 2, static_cast<int>(number) % image.format().channels,
            number % 2 == 0 ? -Limits::infinity() : Limits::quiet_NaN());
}

// The case of this number. All lists are gone through at different speeds, so that all their pairs meet.
op::Case case_of(const ColourWindowOp& described, std::size_t number) {
  PixelFormat format = seen_layouts[number % std::size(seen_layouts)];
  format.type = filter_types[(number / 2) % std::size(filter_types)];
  const std::vector<ArgumentMap> samples = described.samples(format.type);
  const ImageType type{format, seen_sizes[number % std::size(seen_sizes)]};
  const bool is_positive = format.alpha && !is_integer(format.type);  // alpha is
  op::Case one{{described.info.name, samples[(number + number / 6) % samples.size()]},
               {op::random_value(type, is_positive ? array::Fill::small : array::Fill::random,
                                 static_cast<std::uint32_t>(number))},
               to_string(type)};
  one.options.border = extending_borders[number % std::size(extending_borders)];
  one.options.border_value = {0.25, 7, 130, 201};
  if (format.alpha) one.options.alpha = seen_alphas[(number / 4) % std::size(seen_alphas)];
  one.what += fmt::format(", border {}", name_of(*one.options.border));
  const bool has_gap = !is_integer(format.type) && number % 7 == 0;
  if (has_gap) put_gap(std::get<Image>(one.inputs.front()), number);
  if (has_gap) one.what += ", with a gap";
  if (format.alpha) one.what += fmt::format(", alpha {}", name_of(*one.options.alpha));
  return one;
}

double loaded(const op::Instance& problem, const Image& image, std::int64_t x, std::int64_t y, int channel) {
  x = border_index(x, image.width(), problem.border);
  y = border_index(y, image.height(), problem.border);
  if (x >= 0 && y >= 0) return image.at(x, y, channel);
  return store_value(problem.border_value[static_cast<std::size_t>(channel)], image.format().type);
}

double seen_sample(const op::Instance& problem, const Image& image, std::int64_t x, std::int64_t y, int channel) {
  const double sample = loaded(problem, image, x, y, channel);
  const int alpha = image.format().channels - 1;
  if (!weighs_colours(problem) || channel == alpha) return sample;
  return sample * loaded(problem, image, x, y, alpha) / max_value(image.format().type);
}

}  // namespace

Weight weight_of(int x, int y, double exponent, double off) {
  const double value = std::exp(-exponent);
  return {x, y, value, std::exp(off + error_of_power - exponent) - value + least_weight};
}

SeenImage::SeenImage(const op::Instance& problem, const Image& image, int radius)
    : channels_(channels_seen(problem)),
      weighted_(weighs_colours(problem)),
      radius_(radius),
      pitch_(image.width() + 2 * radius_) {
  for (std::int64_t y = -radius_; y < image.height() + radius_; ++y)
    for (std::int64_t x = -radius_; x < image.width() + radius_; ++x) add_pixel(problem, image, x, y);
}

// Of a pixel without finite values in all channels nothing is known.
void SeenImage::add_pixel(const op::Instance& problem, const Image& image, std::int64_t x, std::int64_t y) {
  for (int c = 0; c < channels_; ++c) samples_.push_back(seen_sample(problem, image, x, y, c));
  const auto pixel = std::span(samples_).last(static_cast<std::size_t>(channels_));
  if (!std::ranges::all_of(pixel, [](double sample) { return std::isfinite(sample); }))
    std::ranges::fill(pixel, std::numeric_limits<double>::quiet_NaN());
}

double SeenImage::rounding(double sample) const {
  return weighted_ ? 4 * unit_of_f32 * std::abs(sample) : 0;
}

std::optional<std::string> colour_window_mismatch(const ColourWindowOp& described, const op::Instance& problem,
                                                  const op::HostValues& in, const op::HostValues& out) {
  Reference reference(described, problem, in.image(0));
  return op::first_outside(out.image(0), [&](auto x, auto y, int c) { return reference.at(x, y, c); });
}

std::vector<op::Case> colour_window_cases(const ColourWindowOp& described, int effort) {
  std::vector<op::Case> cases;
  for (std::size_t number = 0; number < (effort == 0 ? 12U : effort == 1 ? 24U : 96U); ++number)
    cases.push_back(case_of(described, number));
  return cases;
}

}  // namespace lenslet::ops
