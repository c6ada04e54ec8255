// The truth of canny. Rounding decides some comparisons of floats; so there are pixels that surely are of an edge, and
// pixels that may be. What surely is one is kept, and nothing else than what may be one.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>

#include <fmt/format.h>

#include "op/random_value.hpp"
#include "ops/canny/canny.hpp"
#include "ops/connected/connected.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

// A gradient, and how far f32 may be off in each component.
struct Slope {
  double x = 0, y = 0, error = 0;
};

struct Bounds {
  double low = 0, high = 0;
};

// Samples as derivatives see them, a plane for each colour, and by how much of the greatest sample f32 may be off.
struct Planes {
  Size size;
  std::vector<std::vector<double>> samples;
  double error = 0;

  double at(std::size_t colour, std::int64_t x, std::int64_t y) const {
    const std::int64_t column = border_index(x, size.width, Border::replicate);
    const std::int64_t row = border_index(y, size.height, Border::replicate);
    return samples[colour][static_cast<std::size_t>(row * size.width + column)];
  }
};

// Blurs along rows (dx = 1) or columns.
std::vector<double> blurred(const std::vector<double>& plane, Size size, const std::vector<float>& taps, int dx) {
  std::vector<double> sums(plane.size());
  const auto reach = static_cast<std::int64_t>(taps.size() / 2);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (std::int64_t i = -reach; i <= reach; ++i) {
        const std::int64_t column = dx == 1 ? border_index(x + i, size.width, Border::reflect101) : x;
        const std::int64_t row = dx == 1 ? y : border_index(y + i, size.height, Border::reflect101);
        sums[static_cast<std::size_t>(y * size.width + x)] +=
            double{taps[static_cast<std::size_t>(i + reach)]} *
            plane[static_cast<std::size_t>(row * size.width + column)];
      }
  return sums;
}

Planes planes_of(const op::Instance& problem, const Image& image) {
  Planes planes{image.size(), {}, 0};
  const std::vector<float> taps = edge_blur(problem);
  double most = 0;
  for (int colour = 0; colour < edge_colours(problem); ++colour) {
    std::vector<double>& plane = planes.samples.emplace_back();
    for (std::int64_t y = 0; y < image.height(); ++y)
      for (std::int64_t x = 0; x < image.width(); ++x) {
        plane.push_back(image.at(x, y, colour));
        most = std::max(most, std::abs(plane.back()));
      }
    if (!taps.empty()) plane = blurred(blurred(plane, image.size(), taps, 1), image.size(), taps, 0);
  }
  constexpr double unit = 0x1p-24;  // a sum of n products is off by n + 1 units at most
  if (!taps.empty()) planes.error = most * unit * 2 * (static_cast<double>(taps.size()) + 1);
  if (!taps.empty() || !is_integer(image.format().type)) planes.error += most * unit * 64;
  return planes;
}

// Rounds to the nearest even integer, as OpenCV does, where derivatives of integers are divided.
double divided(double sum, const Planes& planes) {
  return planes.error == 0 ? std::nearbyint(sum / 16) : sum / 16;
}

Slope slope_at(const Planes& planes, std::size_t colour, std::int64_t x, std::int64_t y, int side) {
  const stencil::Taps smooth = stencil::derivative_taps(0, side), difference = stencil::derivative_taps(1, side);
  Slope slope;
  double weights = 0;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      const double sample = planes.at(colour, x + i - side / 2, y + j - side / 2);
      slope.x += sample * difference[a] * smooth[b];
      slope.y += sample * smooth[a] * difference[b];
      weights += std::abs(difference[a] * smooth[b]);
    }
  slope.error = planes.error * weights;
  if (side < 7) return slope;
  return {divided(slope.x, planes), divided(slope.y, planes), slope.error / 16};
}

Bounds magnitude_of(const Slope& slope, bool squares) {
  const auto size = [&](double x, double y) { return squares ? x * x + y * y : x + y; };
  const double x = std::abs(slope.x), y = std::abs(slope.y), e = slope.error, rounding = e > 0 ? 0x1p-22 : 0;
  return {size(std::max(x - e, 0.0), std::max(y - e, 0.0)) * (1 - rounding), size(x + e, y + e) * (1 + rounding)};
}

// Whether something is true, as far as rounding lets one know.
struct Known {
  bool surely = true, maybe = false;

  void add(bool holds_surely, bool holds_maybe) {
    surely = surely && holds_surely;
    maybe = maybe || holds_maybe;
  }
};

class EdgeTruth {
 public:
  EdgeTruth(const op::Instance& problem, const Image& image)
      : planes_(planes_of(problem, image)),
        side_(side_of_derivative(problem)),
        squares_(problem.arguments.flag("l2")),
        levels_(edge_levels(problem)) {
    for (std::int64_t y = 0; y < image.height(); ++y)
      for (std::int64_t x = 0; x < image.width(); ++x) add_slopes(x, y);
  }

  // The pixels that are kept: where rounding is for them, or against them.
  IsSet edges(bool generous) const {
    IsSet set, seeds;
    for (std::int64_t y = 0; y < planes_.size.height; ++y)
      for (std::int64_t x = 0; x < planes_.size.width; ++x) {
        const Known ridge = is_ridge(x, y);
        const Bounds own = at(x, y);
        const double size = generous ? own.high : own.low;
        set.push_back((generous ? ridge.maybe : ridge.surely) && size > levels_.low);
        seeds.push_back(set.back() && size > levels_.high);
      }
    return seeded(set, seeds, planes_.size, 8);
  }

 private:
  // Of colours whose magnitudes rounding may confuse, each may be the greatest.
  void add_slopes(std::int64_t x, std::int64_t y) {
    std::vector<Slope> slopes;
    std::vector<Bounds> sizes;
    double least = 0;
    for (std::size_t colour = 0; colour < planes_.samples.size(); ++colour) {
      slopes.push_back(slope_at(planes_, colour, x, y, side_));
      sizes.push_back(magnitude_of(slopes.back(), squares_));
      least = std::max(least, sizes.back().low);
    }
    Bounds all{least, 0};
    std::vector<Slope>& kept = slopes_.emplace_back();
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      if (sizes[i].high < least || (planes_.error == 0 && !kept.empty())) continue;
      kept.push_back(slopes[i]);
      all.high = std::max(all.high, sizes[i].high);
    }
    sizes_.push_back(all);
  }

  Bounds at(std::int64_t x, std::int64_t y) const {
    if (x < 0 || y < 0 || x >= planes_.size.width || y >= planes_.size.height) return {};
    return sizes_[static_cast<std::size_t>(y * planes_.size.width + x)];
  }

  void compare(std::int64_t x, std::int64_t y, int dx, int dy, Known& known) const {
    const Bounds own = at(x, y), before = at(x - dx, y - dy), after = at(x + dx, y + dy);
    const bool equal_counts = dx == 0 || dy == 0;
    const auto holds = [&](double size, double first, double second) {
      return size > first && (equal_counts ? size >= second : size > second);
    };
    known.add(holds(own.low, before.high, after.high), holds(own.high, before.low, after.low));
  }

  Known is_ridge(std::int64_t x, std::int64_t y) const {
    Known known;
    for (const Slope& slope : slopes_[static_cast<std::size_t>(y * planes_.size.width + x)]) {
      const double across = std::abs(slope.x), along = std::abs(slope.y);
      const double tangent = planes_.error == 0 ? 13573.0 / 32768 : 0.41421356f;
      const double low = across * tangent, high = low + 2 * across;
      const double error = 4 * slope.error + high * (planes_.error == 0 ? 0 : 0x1p-21);
      if (along < low + error) compare(x, y, 1, 0, known);
      if (along > high - error) compare(x, y, 0, 1, known);
      if (along < low - error || along > high + error || (error == 0 && along < low)) continue;
      const bool falls = (slope.x < 0) != (slope.y < 0), unsure = std::min(across, along) <= slope.error && error > 0;
      if (falls || unsure) compare(x, y, -1, 1, known);
      if (!falls || unsure) compare(x, y, 1, 1, known);
    }
    return known;
  }

  Planes planes_;
  int side_;
  bool squares_;
  EdgeLevels levels_;
  std::vector<std::vector<Slope>> slopes_;
  std::vector<Bounds> sizes_;
};

// Blobs with slopes of all directions, steps, and some noise.
Image picture_of_edges(const ImageType& type, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  const double phase = seed % 7;
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x)
      for (int c = 0; c < type.format.channels; ++c) {
        const double wave = std::sin(static_cast<double>(x) / 5 + phase + c) * std::cos(static_cast<double>(y) / 7 + c);
        const double step = (x / 13 + y / 9) % 3 == 0 ? 40 : 0, noise = static_cast<double>(random() % 17);
        image.set(x, y, c, std::floor(100 + 90 * wave + step + noise));
      }
  return image;
}

}  // namespace

std::optional<std::string> canny_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Image& got = out.image(0);
  const EdgeTruth truth(problem, in.image(0));
  const IsSet surely = truth.edges(false), maybe = truth.edges(true);
  for (std::int64_t y = 0, i = 0; y < got.height(); ++y)
    for (std::int64_t x = 0; x < got.width(); ++x, ++i) {
      const auto at = static_cast<std::size_t>(i);
      const double value = got.at(x, y, 0);
      if (value == 255 ? maybe[at] : value == 0 && !surely[at]) continue;
      return fmt::format("({}, {}) is {}, not {}", x, y, value, surely[at] ? 255 : 0);
    }
  return {};
}

std::vector<op::Case> canny_cases(int effort) {
  using enum SampleType;
  const auto call = [](double low, double high, const char* side, bool l2, double sigma) -> op::ArgumentMap {
    return {{"low", low}, {"high", high}, {"ksize", std::string(side)}, {"l2", l2}, {"sigma", sigma}};
  };
  const std::vector<op::ArgumentMap> arguments = {call(60, 170, "3", false, 0),  call(90, 40.5, "3", true, 0),
                                                  call(300, 900, "5", false, 0), call(900, 2000.5, "7", true, 0),
                                                  call(30, 70, "3", true, 1.3),  call(700, 3000, "7", false, 0)};
  constexpr Size sizes[] = {{97, 71}, {1, 1}, {33, 130}, {2, 7}, {1, 40}, {129, 33}, {4, 3}};
  const PixelFormat formats[] = {{u8, 1}, {u8, 3}, {u16, 1}, {f32, 1}, {u8, 4, true}, {f16, 1}, {f32, 3}, {u16, 3}};
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 56 : effort == 1 ? 20 : 8;
  for (std::size_t i = 0; i < count; ++i) {
    const ImageType type{formats[i % std::size(formats)], sizes[(i + i / std::size(sizes)) % std::size(sizes)]};
    cases.push_back({{"canny", arguments[(i + i / 6) % arguments.size()]},
                     {picture_of_edges(type, static_cast<std::uint32_t>(i))},
                     fmt::format("{} of {} x {}", to_string(type.format), type.size.width, type.size.height)});
  }
  return cases;
}

}  // namespace lenslet::ops
