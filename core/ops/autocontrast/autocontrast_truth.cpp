// Computes what stretched levels must be, and makes images to prove it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/autocontrast/autocontrast.hpp"

namespace lenslet::ops {
namespace {

// The sorted samples of some channels, without NaN.
std::vector<double> sorted_samples(const Image& image, int begin, int end) {
  std::vector<double> samples;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int c = begin; c < end; ++c)
        if (const double sample = image.at(x, y, c); !std::isnan(sample)) samples.push_back(sample);
  std::ranges::sort(samples);
  return samples;
}

LevelRange stretch_of(const op::Instance& problem, const std::vector<double>& sorted) {
  const SampleType type = problem.inputs.image(0).format.type;
  if (sorted.empty()) return autocontrast_between(0, 0, type);
  const auto cut = [&](const char* end) {
    return static_cast<std::size_t>(static_cast<double>(sorted.size()) * problem.arguments.real(end) / 100);
  };
  return autocontrast_between(sorted[cut("low")], sorted[sorted.size() - 1 - cut("high")], type);
}

std::vector<LevelRange> stretches_of(const op::Instance& problem, const Image& image) {
  const int colours = autocontrast_colours(problem);
  std::vector<LevelRange> all;
  const bool together = problem.arguments.text("by") == "together";
  for (int c = 0; c < colours; ++c)
    all.push_back(stretch_of(problem, together ? sorted_samples(image, 0, colours) : sorted_samples(image, c, c + 1)));
  return all;
}

op::ArgumentMap arguments_of(std::uint32_t number) {
  constexpr double cuts[] = {0, 2.5, 40};
  return {{"low", cuts[number % 3]},
          {"high", cuts[number / 3 % 3]},
          {"by", std::string(number % 2 == 0 ? "channel" : "together")}};
}

}  // namespace

std::optional<std::string> autocontrast_mismatch(const op::Instance& problem, const op::HostValues& in,
                                                 const op::HostValues& out) {
  const Image& image = in.image(0);
  const std::vector<LevelRange> stretches = stretches_of(problem, image);
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int c) -> op::Range {
    const double sample = image.at(x, y, c);
    const auto channel = static_cast<std::size_t>(c);
    return channel < stretches.size() ? stretches[channel].at(sample) : op::Range{sample, sample};
  });
}

std::vector<op::Case> autocontrast_cases(int effort) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2, true}};
  constexpr Size sizes[] = {{37, 23}, {301, 41}, {1, 1}, {64, 40}};
  constexpr array::Fill fills[] = {array::Fill::small, array::Fill::random, array::Fill::small, array::Fill::equal};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (PixelFormat format : layouts)
    for (const SampleType type :
         {SampleType::u8, SampleType::u16, SampleType::f32, SampleType::f16, SampleType::i16, SampleType::i8})
      for (std::size_t i = 0; i < (effort > 1 ? std::size(sizes) : 2); ++i, ++number) {
        // 65536 bins take a simulator long: a quick look counts them once.
        if (effort == 0 && type != SampleType::u8 && format.channels > 1) continue;
        if (format.alpha && (type == SampleType::i8 || type == SampleType::i16)) continue;
        format.type = type;
        const ImageType image{format, sizes[number % std::size(sizes)]};
        const array::Fill fill = fills[number / 2 % std::size(fills)];
        cases.push_back({{"autocontrast", arguments_of(number)},
                         {op::random_value(image, fill, number)},
                         fmt::format("{}, {}", to_string(image), name_of(fill))});
      }
  return cases;
}

}  // namespace lenslet::ops
