// The bilateral filter's weights in double, with the most by which f32 may differ.
#include <cmath>

#include "ops/bilateral/bilateral.hpp"

namespace lenslet::ops {
namespace {

constexpr double unit_of_f32 = 0x1p-24;  // half the relative distance of neighbouring f32 numbers

// A difference of colours and the most by which a kernel's may differ.
struct Difference {
  double value = 0, off = 0;
};

Difference difference_of(const SeenImage& image, std::int64_t x, std::int64_t y, std::pair<int, int> place) {
  Difference difference;
  for (int c = 0; c < image.channels(); ++c) {
    const double a = image.at(x + place.first, y + place.second, c), b = image.at(x, y, c);
    difference.value += std::abs(a - b);
    difference.off += image.rounding(a) + image.rounding(b);
  }
  difference.off += (image.channels() + 1) * unit_of_f32 * difference.value;
  return difference;
}

}  // namespace

std::vector<Weight> bilateral_weights(const op::Instance& problem, const SeenImage& image, std::int64_t x,
                                      std::int64_t y) {
  const Bilateral bilateral = bilateral_of(problem);
  std::vector<Weight> weights;
  for (const auto& place : bilateral.places) {
    const auto [d, off] = difference_of(image, x, y, place);
    const double r2 = place.first * place.first + place.second * place.second;
    const double exponent = bilateral.by_color * d * d + bilateral.by_space * r2;
    weights.push_back(weight_of(place.first, place.second, exponent,
                                bilateral.by_color * (2 * d + off) * off + 5 * unit_of_f32 * exponent));
  }
  return weights;
}

}  // namespace lenslet::ops
