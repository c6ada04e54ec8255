// Computes conversions in long double, which holds each integer of 64 bits, and makes images to prove them.
#include "ops/convert/convert_truth.hpp"

#include <cfloat>
#include <cmath>

#include <fmt/format.h>

#include "op/exact_sample.hpp"
#include "op/random_value.hpp"

namespace lenslet::ops {
namespace {

using op::exact_at, op::stored;

bool is_narrow(SampleType type) {
  return size_of(type) < 4 || type == SampleType::f32;
}

// How far arithmetic of the type may be from the line, whose terms have this magnitude.
long double error_of(SampleType numbers, long double magnitude) {
  const bool doubles = numbers == SampleType::f64;
  constexpr int roundings = 3;  // of the sample, the product and the sum
  return roundings * (magnitude * (doubles ? 0x1p-53L : 0x1p-24L) + (doubles ? DBL_MIN : FLT_MIN));
}

bool is_right(long double got, long double low, long double high, SampleType type) {
  low = stored(low, type), high = stored(high, type);
  if (std::isnan(low) || std::isnan(high)) return std::isnan(got);
  return got >= low && got <= high;
}

struct Sample {
  std::int64_t x, y;
  int channel;
};

const std::byte* place_of(const Image& image, const Sample& at) {
  const auto size = static_cast<std::int64_t>(size_of(image.format().type));
  return image.row(at.y) + (at.x * image.format().channels + at.channel) * size;
}

std::optional<std::string> wrong_sample(const op::Instance& problem, const Image& in, const Image& out,
                                        const Sample& at) {
  const auto numbers = type_of_numbers(problem);
  const auto [scale, shift] = numbers_of(problem);
  const long double from = exact_at(place_of(in, at), in.format().type);
  const long double got = exact_at(place_of(out, at), out.format().type);
  const long double value = numbers ? from * scale + shift : from;
  const long double size = std::abs(from * scale) + std::abs(static_cast<long double>(shift));
  const long double error = numbers && std::isfinite(value) ? error_of(*numbers, size) : 0;
  if (is_right(got, value - error, value + error, out.format().type)) return {};
  if (numbers == SampleType::f32 && size > FLT_MAX / 2) return {};  // f32 may overflow where long double does not
  return fmt::format("({}, {}) channel {} is {}, not {} of {}", at.x, at.y, at.channel, static_cast<double>(got),
                     static_cast<double>(value), static_cast<double>(from));
}

op::Case convert_case(SampleType from, SampleType to, std::uint32_t seed) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2}};
  constexpr Size sizes[] = {{37, 23}, {301, 5}, {1, 1}, {64, 9}};
  PixelFormat format = layouts[seed % std::size(layouts)];
  format.type = from;
  const ImageType type{format, sizes[seed / 3 % std::size(sizes)]};
  op::Case one{{"convert", {{"to", std::string(name_of(to))}}}, {}, {}};
  if (seed % 3 == 1) one.call.arguments.insert({{"scale", 0.3}, {"delta", -3.1}});
  one.inputs.push_back(op::random_value(type, seed % 2 ? array::Fill::special : array::Fill::random, seed));
  one.what = fmt::format("{} to {}", to_string(type), name_of(to));
  return one;
}

}  // namespace

LineOfSamples numbers_of(const op::Instance& problem) {
  const double scale = problem.arguments.real("scale"), shift = problem.arguments.real("delta");
  if (type_of_numbers(problem) != SampleType::f32) return {scale, shift};
  return {static_cast<float>(scale), static_cast<float>(shift)};
}

std::optional<SampleType> type_of_numbers(const op::Instance& problem) {
  if (problem.arguments.real("scale") == 1 && problem.arguments.real("delta") == 0) return {};
  const bool narrow = is_narrow(problem.inputs.image(0).format.type) && is_narrow(problem.outputs.image(0).format.type);
  return narrow ? SampleType::f32 : SampleType::f64;
}

std::optional<std::string> convert_mismatch(const op::Instance& problem, const op::HostValues& in,
                                            const op::HostValues& out) {
  const Image& image = in.image(0);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int c = 0; c < image.format().channels; ++c)
        if (auto wrong = wrong_sample(problem, image, out.image(0), {x, y, c})) return wrong;
  return {};
}

std::vector<op::Case> convert_cases(int effort) {
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (const SampleType from : sample_types)
    for (const SampleType to : sample_types) {
      ++number;
      if (is_filter_type(from) && is_filter_type(to)) continue;
      if (effort == 0 && number % 4 != 0) continue;
      cases.push_back(convert_case(from, to, number));
    }
  return cases;
}

}  // namespace lenslet::ops
