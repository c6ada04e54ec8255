// Knows what blending must make, and has images to prove it with.
#include <cmath>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/blend/blend.hpp"

namespace lenslet::ops {
namespace {

constexpr double unit = 0x1p-24;  // half the distance of f32's neighbours, relative
constexpr int roundings = 6;      // of the weight, its complement, two products, the sum and the scale

double weight_at(const Image& weight, std::int64_t x, std::int64_t y, int channel) {
  return weight.at(x, y, weight.format().channels == 1 ? 0 : channel) / max_value(weight.format().type);
}

op::Case case_of(PixelFormat format, Size size, int weight_channels, double alpha, std::uint32_t seed) {
  const auto image = [&](PixelFormat of) { return op::random_value(ImageType{of, size}, array::Fill::random, ++seed); };
  op::Case one{{"blend", {{"alpha", alpha}}}, {image(format), image(format)}, {}};
  if (weight_channels > 0) one.inputs.push_back(image({format.type, weight_channels}));
  if (weight_channels > 0) one.call.arguments["weighted"] = true;
  one.what = fmt::format("{}, weights {}", to_string(ImageType{format, size}), weight_channels);
  return one;
}

}  // namespace

std::optional<std::string> blend_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Image &a = in.image(0), &b = in.image(1);
  const Image* weight = in.size() == 3 ? &in.image(2) : nullptr;
  const double alpha = static_cast<float>(problem.arguments.real("alpha"));
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int c) -> op::Range {
    const double w = weight ? weight_at(*weight, x, y, c) : alpha;
    const double of_a = a.at(x, y, c) * (1 - w), of_b = b.at(x, y, c) * w;
    const double bound = roundings * unit * (std::abs(a.at(x, y, c)) * (1 + std::abs(w)) + std::abs(of_b));
    const bool exact = is_integer(a.format().type) && (w == 0 || w == 1 || w == 0.5);
    return exact ? op::Range{of_a + of_b, of_a + of_b} : op::Range{of_a + of_b - bound, of_a + of_b + bound};
  });
}

std::vector<op::Case> blend_cases(int effort) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2}};
  constexpr Size sizes[] = {{37, 23}, {1, 1}, {301, 41}, {1, 7}, {64, 5}};
  constexpr double alphas[] = {0.3, 0.5, 1, 0, 0.999};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (PixelFormat format : layouts)
    for (const PixelType type : pixel_types)
      for (const bool weighted : {false, true}) {
        if (effort < 2 && weighted != ((static_cast<int>(type) + format.channels) % 2 == 0)) continue;
        format.type = type;
        const int weights = weighted ? (number % 2 == 1 ? 1 : format.channels) : 0;
        for (std::size_t i = 0; i < (effort > 1 ? std::size(sizes) : 1); ++i, ++number)
          cases.push_back(case_of(format, sizes[(number + i) % 5], weights, alphas[number % 5], 10 * number));
      }
  return cases;
}

}  // namespace lenslet::ops
