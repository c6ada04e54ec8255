// Computes what stretched levels must be, and makes images to prove it.
#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/autocontrast/autocontrast.hpp"

namespace lenslet::ops {
namespace {

std::vector<std::uint64_t> counts_of(const Image& image) {
  const auto levels = static_cast<std::size_t>(max_value(image.format().type)) + 1;
  std::vector<std::uint64_t> counts(levels * static_cast<std::size_t>(image.format().channels));
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int c = 0; c < image.format().channels; ++c)
        ++counts[static_cast<std::size_t>(c) * levels + static_cast<std::size_t>(image.at(x, y, c))];
  return counts;
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
  const std::vector<LevelRange> stretches = autocontrast_stretches(problem, counts_of(image));
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
    for (const SampleType type : {SampleType::u8, SampleType::u16})
      for (std::size_t i = 0; i < (effort > 1 ? std::size(sizes) : 2); ++i, ++number) {
        // 65536 bins take a simulator long: a quick look counts them once.
        if (effort == 0 && type == SampleType::u16 && format.channels > 1) continue;
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
