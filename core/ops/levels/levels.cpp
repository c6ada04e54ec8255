// Stretches given levels over all that a type has.
#include "ops/levels/levels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/level_check.hpp"
#include "point/numbers.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_levels() {
  return {.name = "levels",
          .summary = "Samples stretched so that one level becomes black, another one white.",
          .details =
              "out = (in - low) * white / (high - low), rounded to nearest even, and kept from 0 to white, which is "
              "the greatest number of integers, as 255 (u8), and 1 for floats. Samples of 32 and 64 bits but f32 are "
              "computed in f64. A level is one number for all channels, or one for each; it may lie outside an integer "
              "type, but both on one side are refused. Equals "
              "scikit-image's rescale_intensity from (low, high) to (0, white), which rounds integers down, and "
              "MATLAB's imadjust. `autocontrast` finds the levels. An alpha channel is kept.",
          .parameters = {{.name = "low",
                          .summary = "What becomes 0, in units of the samples.",
                          .kind = ParameterKind::numbers,
                          .initial = Numbers{0}},
                         {.name = "high",
                          .summary = "What becomes white, in units of the samples; auto: white.",
                          .kind = ParameterKind::numbers,
                          .initial = Numbers(),
                          .automatic = true}},
          .outputs = {"out"},
          .inputs = point::images({"image"}, point::all_types()),
          .synonyms = {"rescaleintensity", "windowlevel"}};
}

constexpr double greatest_float = std::numeric_limits<float>::max();
constexpr double least_scale = std::numeric_limits<float>::min();  // less loses bits, or is 0

void check_levels(double low, double high) {
  if (low < high) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("levels: low is {} and high is {}; allowed: a low below the high", low, high));
}

struct LevelPairs {
  Numbers low, high;  // of each channel but alpha
};

LevelPairs levels_of(const Arguments& arguments, const PixelFormat& format) {
  const int channels = format.channels - (format.alpha ? 1 : 0);
  const Numbers& given = arguments.numbers("high");
  LevelPairs pairs{
      point::per_channel("levels", "low", arguments.numbers("low"), channels),
      point::per_channel("levels", "high", given.empty() ? Numbers{max_value(format.type)} : given, channels)};
  for (std::size_t c = 0; c < pairs.low.size(); ++c) {
    check_levels(pairs.low[c], pairs.high[c]);
    check_range("levels", pairs.low[c], pairs.high[c], format.type);
  }
  return pairs;
}

std::vector<LevelRange> stretches_of(const Arguments& arguments, const PixelFormat& format) {
  const auto [low, high] = levels_of(arguments, format);
  std::vector<LevelRange> all;
  for (std::size_t c = 0; c < low.size(); ++c) all.emplace_back(low[c], high[c], format.type);
  return all;
}

bool are_alike(const std::vector<LevelRange>& all) {
  return std::ranges::all_of(
      all, [&](const LevelRange& one) { return one.low() == all.front().low() && one.high() == all.front().high(); });
}

point::Function make_levels(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  const std::vector<LevelRange> all = stretches_of(arguments, formats.front());
  const double white = max_value(formats.front().type);
  point::Function function{.file = "levels.cl", .name = "levels_samples", .outputs = formats};
  if (are_alike(all)) {
    function.numbers = {all.front().low(), all.front().scale(), white};
    function.reference = [one = all.front()](std::span<const double> in, std::span<op::Range> out) {
      out[0] = one.at(in[0]);
    };
    return function;
  }
  function.name = "levels_pixel";
  function.layout = point::Layout::pixels;
  function.numbers = {white};
  for (const LevelRange& one : all) function.numbers.insert(function.numbers.end(), {one.low(), one.scale()});
  function.reference = [all](std::span<const double> in, std::span<op::Range> out) {
    for (std::size_t c = 0; c < all.size(); ++c) out[c] = all[c].at(in[c]);
  };
  return function;
}

[[noreturn]] void refuse_levels(double low, double high, double white) {
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("levels: low is {} and high is {}; allowed: levels that f32 holds, from {:.3g} to {:.3g} apart", low,
                  high, white / greatest_float, white / least_scale));
}

// Looks at the double: where f32 does not hold it, the conversion is not defined.
double as_float(double level, double low, double high, SampleType type) {
  if (!(std::abs(level) <= greatest_float)) refuse_levels(low, high, max_value(type));
  return static_cast<float>(level);
}

// A stretch in f32 or f64.
struct AnyStretch {
  op::Exact low, scale, white;
  SampleType numbers;

  point::ExactRange at(op::Exact sample) const {
    constexpr int roundings = 4;
    if (std::isnan(sample)) return {sample, sample};
    const point::ExactRange range =
        point::near((sample - low) * scale, (std::abs(sample) + std::abs(low)) * scale, roundings, numbers);
    return {std::clamp<op::Exact>(range.low, 0, white), std::clamp<op::Exact>(range.high, 0, white)};
  }
  bool operator==(const AnyStretch&) const = default;
};

AnyStretch any_stretch(double low, double high, SampleType type) {
  const SampleType numbers = point::floats_for(type);
  const op::Exact white = op::stored(max_value(type), numbers), from = op::stored(low, numbers);
  const op::Exact scale = op::stored(white / (op::stored(high, numbers) - from), numbers);
  if (!std::isfinite(from) || !std::isfinite(scale) || !(scale > 0)) refuse_levels(low, high, max_value(type));
  return {from, scale, white, numbers};
}

point::AnyFunction make_any_levels(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  const PixelFormat& format = formats.front();
  const LevelPairs pairs = levels_of(arguments, format);
  std::vector<AnyStretch> all;
  for (std::size_t c = 0; c < pairs.low.size(); ++c)
    all.push_back(any_stretch(pairs.low[c], pairs.high[c], format.type));
  const AnyStretch first = all.front();
  point::AnyFunction function{.file = "levels.cl", .arithmetic = first.numbers, .outputs = {format}};
  if (std::ranges::all_of(all, [&](const AnyStretch& one) { return one == first; })) {
    function.name = "levels_samples";
    function.numbers = {first.low, first.scale, first.white};
    function.reference = [first](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
      out[0] = first.at(in[0]);
    };
    return function;
  }
  function.name = "levels_pixel";
  function.layout = point::Layout::pixels;
  function.numbers = {first.white};
  for (const AnyStretch& one : all) function.numbers.insert(function.numbers.end(), {one.low, one.scale});
  function.reference = [all](std::span<const op::Exact> in, std::span<point::ExactRange> out) {
    for (std::size_t c = 0; c < all.size(); ++c) out[c] = all[c].at(in[c]);
  };
  return function;
}

}  // namespace

LevelRange::LevelRange(double low, double high, SampleType type)
    : low_(as_float(low, low, high, type)),
      high_(as_float(high, low, high, type)),
      white_(max_value(type)),
      scale_(static_cast<float>(white_ / (high_ - low_))) {
  check_levels(low_, high_);
  if (!(scale_ >= least_scale && scale_ <= greatest_float)) refuse_levels(low, high, white_);
}

op::Range LevelRange::at(double sample) const {
  constexpr int roundings = 3;
  if (std::isnan(sample)) return {sample, sample};
  const op::Range range =
      point::within((sample - low_) * scale_, (std::abs(sample) + std::abs(low_)) * scale_, roundings);
  return {std::clamp(range.low, 0.0, white_), std::clamp(range.high, 0.0, white_)};
}

op::Op levels() {
  const auto between = [](const Numbers& low, const Numbers& high, PixelFormat format) {
    return point::Sample{{{"low", low}, {"high", high}}, {format}};
  };
  return point::PointOp{.info = describe_levels(),
                        .make = make_levels,
                        .samples = {{{{"low", Numbers{20}}}, {{SampleType::u8, 3}}},
                                    between({20, 40, 60}, {200, 180, 250}, {SampleType::u8, 3}),
                                    between({1000, 0, 30}, {60000}, {SampleType::u16, 4, true}),
                                    between({-50.5}, {60}, {SampleType::f16, 1}),
                                    between({-70, -20}, {80, 90.25}, {SampleType::f32, 2})},
                        .any = make_any_levels,
                        .any_samples = {between({-20}, {90}, {SampleType::i16, 3}),
                                        between({-70, -20}, {8000, 1e9}, {SampleType::i32, 2})}};
}

}  // namespace lenslet::ops
