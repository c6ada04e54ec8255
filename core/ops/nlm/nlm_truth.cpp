// The weights of non-local means in double, with the most by which f32 may differ.
#include <cmath>

#include "ops/nlm/nlm.hpp"

namespace lenslet::ops {
namespace {

constexpr double unit_of_f32 = 0x1p-24;  // half the relative distance of neighbouring f32 numbers

// A sum of squares and the most by which rounded samples change it.
struct Squares {
  double sum = 0, off = 0;

  void add(double difference, double rounding) {
    sum += difference * difference;
    off += (2 * std::abs(difference) + rounding) * rounding;
  }
};

// The squared differences of the patches round (x, y) and round the place (dx, dy) from it.
Squares squares_of(const SeenImage& image, int patch, std::int64_t x, std::int64_t y, int dx, int dy) {
  Squares squares;
  for (std::int64_t j = y - patch; j <= y + patch; ++j)
    for (std::int64_t i = x - patch; i <= x + patch; ++i)
      for (int c = 0; c < image.channels(); ++c) {
        const double a = image.at(i, j, c), b = image.at(i + dx, j + dy, c);
        squares.add(a - b, image.rounding(a) + image.rounding(b));
      }
  return squares;
}

}  // namespace

// Sums of n squares round n times, each square four times, and the product with the factor twice.
std::vector<Weight> nlm_weights(const op::Instance& problem, const SeenImage& image, std::int64_t x, std::int64_t y) {
  const NonLocalMeans nlm = non_local_means_of(problem);
  const int side = 2 * nlm.patch + 1;
  const double rounding = (side * side * image.channels() + 6) * unit_of_f32;
  std::vector<Weight> weights;
  for (int dy = -nlm.search; dy <= nlm.search; ++dy)
    for (int dx = -nlm.search; dx <= nlm.search; ++dx) {
      const auto [sum, off] = squares_of(image, nlm.patch, x, y, dx, dy);
      weights.push_back(weight_of(dx, dy, nlm.by * sum, nlm.by * (off + rounding * (sum + off))));
    }
  return weights;
}

}  // namespace lenslet::ops
