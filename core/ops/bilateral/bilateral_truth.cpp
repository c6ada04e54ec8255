// The bilateral filter in double, with the most by which f32 may differ.
#include <cmath>

#include "ops/bilateral/bilateral.hpp"

namespace lenslet::ops {
namespace {

constexpr double unit_of_f32 = 0x1p-24;          // half the relative distance of neighbouring f32 numbers
constexpr double least_weight = 0x1p-126;        // kernels have no smaller one
constexpr double error_of_power = 2e-7;          // of the polynomial and its rounding, relative

// A weight and the most by which a kernel's may differ.
struct Weight {
  double value, error;
};

class Window {
 public:
  Window(const Bilateral& bilateral, const SeenImage& image, std::int64_t x, std::int64_t y)
      : bilateral_(bilateral), image_(image), x_(x), y_(y) {}

  std::vector<Bounded> means() const {
    const auto channels = static_cast<std::size_t>(image_.channels());
    std::vector<double> sums(channels), sizes(channels);
    double weights = 0;
    for (const auto& place : bilateral_.places) {
      const double weight = weight_at(place).value;
      weights += weight;
      for (std::size_t c = 0; c < channels; ++c) {
        sums[c] += weight * at(place, c);
        sizes[c] += weight * std::abs(at(place, c));
      }
    }
    std::vector<Bounded> means;
    for (std::size_t c = 0; c < channels; ++c) {
      const double mean = sums[c] / weights;
      means.push_back({mean, error_of(mean, sizes[c], weights, c)});
    }
    return means;
  }

 private:
  double at(const std::pair<int, int>& place, std::size_t channel) const {
    return image_.at(x_ + place.first, y_ + place.second, static_cast<int>(channel));
  }

  // Errors of weights move the mean by as much as samples differ from it. Sums of n terms round n times.
  double error_of(double mean, double size, double weights, std::size_t channel) const {
    const double rounding = static_cast<double>(bilateral_.places.size() + 4) * unit_of_f32;
    double error = (size + std::abs(mean) * weights) * rounding;
    for (const auto& place : bilateral_.places) {
      const double sample = at(place, channel);
      const Weight weight = weight_at(place);
      error += weight.error * std::abs(sample - mean) + weight.value * image_.rounding(sample);
    }
    return 1.01 * error / weights;
  }

  Weight weight_at(const std::pair<int, int>& place) const {
    double distance = 0, off = 0;
    for (std::size_t c = 0; c < static_cast<std::size_t>(image_.channels()); ++c) {
      const double a = at(place, c), b = at({0, 0}, c);
      distance += std::abs(a - b);
      off += image_.rounding(a) + image_.rounding(b);
    }
    off += (image_.channels() + 1) * unit_of_f32 * distance;
    const double r2 = place.first * place.first + place.second * place.second;
    const double by_color = bilateral_.by_color * distance * distance, by_space = bilateral_.by_space * r2;
    const double wrong =
        bilateral_.by_color * (2 * distance + off) * off + 5 * unit_of_f32 * (by_color + by_space) + error_of_power;
    const double value = std::exp(-by_color - by_space);
    return {value, std::exp(wrong - by_color - by_space) - value + least_weight};
  }

  const Bilateral& bilateral_;
  const SeenImage& image_;
  std::int64_t x_, y_;
};

}  // namespace

std::vector<Bounded> bilateral_truth(const op::Instance& problem, const SeenImage& image, std::int64_t x,
                                     std::int64_t y) {
  return Window(bilateral_of(problem), image, x, y).means();
}

}  // namespace lenslet::ops
