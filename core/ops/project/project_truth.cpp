// Computes projections by plain loops, and makes images to prove them.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "op/exact_sample.hpp"
#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/project/project.hpp"

namespace lenslet::ops {
namespace {

constexpr double unit = 0x1p-24;
constexpr double most_float = std::numeric_limits<float>::max();

using Samples = std::vector<double>;

// All samples of which the one at a place of the result is made.
Samples samples_on(const Rays& rays, const Image& image, std::int64_t x, std::int64_t y, int channel) {
  Samples samples;
  for (std::int64_t k = 0; k < rays.count; ++k)
    samples.push_back(rays.across ? image.at(k, y, channel)
                                  : image.at(x, y * rays.first_step + k * rays.step, channel));
  return samples;
}

op::Range exactly_extreme(const Samples& samples, bool greatest) {
  double best = samples.front();
  for (const double sample : samples)
    if (std::isnan(sample) || (greatest ? sample > best : sample < best)) best = std::isnan(best) ? best : sample;
  return {best, best};
}

op::Range near(double value, double bound) {
  return {value - bound, value + bound};
}

op::Range true_sum(const Samples& samples, double divisor, bool exact) {
  long double sum = 0, size = 0;
  for (const double sample : samples) {
    sum += sample;
    size += std::abs(sample);
  }
  const auto value = static_cast<double>(sum / divisor);
  if (exact) return {value, value};
  if (!std::isfinite(value)) return {value, value};
  if (size > most_float) return op::any_value;
  return near(value, 4 * unit * static_cast<double>(size / divisor));
}

op::Range true_deviation(const Samples& samples) {
  long double sum = 0, squares = 0;
  for (const double sample : samples) sum += sample;
  const auto count = static_cast<long double>(samples.size());
  const long double mean = sum / count;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  const auto value = static_cast<double>(std::sqrt(squares / count));
  if (std::isnan(value)) return {value, value};
  if (squares > most_float || std::abs(sum) > most_float) return op::any_value;
  constexpr double least = 0x1p-70;  // of squares that become denormal numbers
  return near(value, 8 * unit * value + 2 * unit * std::abs(static_cast<double>(mean)) + least);
}

op::Exact exact_at(const Image& image, std::int64_t x, std::int64_t y, int channel) {
  const PixelFormat format = image.format();
  return op::exact_at(image.row(y) + static_cast<std::size_t>(x * format.channels + channel) * size_of(format.type),
                      format.type);
}

// For integers that a double would round.
std::optional<std::string> wrong_extreme(const Rays& rays, const Image& image, const Image& got, bool greatest) {
  for (std::int64_t y = 0; y < got.height(); ++y)
    for (std::int64_t x = 0; x < got.width(); ++x)
      for (int c = 0; c < got.format().channels; ++c) {
        op::Exact best = greatest ? -HUGE_VALL : HUGE_VALL;
        for (std::int64_t k = 0; k < rays.count; ++k) {
          const op::Exact sample =
              rays.across ? exact_at(image, k, y, c) : exact_at(image, x, y * rays.first_step + k * rays.step, c);
          best = greatest ? std::max(best, sample) : std::min(best, sample);
        }
        if (const op::Exact found = exact_at(got, x, y, c); found != best)
          return fmt::format("({}, {}) channel {} is {}, not {}", x, y, c, found, best);
      }
  return {};
}

struct Layout {
  PixelFormat format;
  Size size;
  const char *along, *by;
  std::int64_t pages;
  array::Fill fill;
};

std::vector<Layout> layouts() {
  using enum SampleType;
  using array::Fill;
  return {{{u8, 1}, {131, 77}, "y", "max", 1, Fill::random},
          {{f32, 3}, {67, 36}, "pages", "deviation", 6, Fill::random},
          {{u16, 1}, {301, 41}, "x", "deviation", 1, Fill::special},
          {{i16, 2}, {65, 90}, "y", "sum", 3, Fill::random},
          {{f32, 1}, {300, 55}, "x", "mean", 1, Fill::cancel},
          {{u8, 4, true}, {9, 1200}, "pages", "mean", 100, Fill::random},
          {{f16, 1}, {33, 64}, "y", "min", 1, Fill::special},
          {{u32, 1}, {5, 99}, "y", "sum", 1, Fill::special},
          {{f32, 1}, {1, 1000}, "y", "sum", 1, Fill::cancel},
          {{i8, 3}, {41, 60}, "x", "min", 2, Fill::random},
          {{u8, 1}, {17, 3000}, "y", "deviation", 1, Fill::random},
          {{f32, 2}, {129, 40}, "x", "max", 1, Fill::special},
          {{i32, 1}, {20, 40}, "pages", "mean", 40, Fill::random},
          {{u16, 3}, {64, 64}, "pages", "sum", 64, Fill::special},
          {{f32, 1}, {77, 200}, "y", "deviation", 1, Fill::special},
          {{f16, 1}, {1, 1}, "x", "deviation", 1, Fill::random},
          {{u8, 1}, {4, 9}, "x", "sum", 1, Fill::equal},
          {{u16, 1}, {130, 30}, "pages", "deviation", 2, Fill::equal},
          {{i64, 1}, {130, 60}, "pages", "max", 3, Fill::special},
          {{u64, 3}, {43, 31}, "x", "min", 1, Fill::random},
          {{i64, 2}, {35, 300}, "y", "min", 1, Fill::random}};
}

}  // namespace

std::optional<std::string> project_mismatch(const op::Instance& problem, const op::HostValues& in,
                                            const op::HostValues& out) {
  const Image& image = in.image(0);
  const Rays rays = rays_of(problem.arguments, image.size());
  const Projection by = projection_of(problem.arguments);
  if (size_of(image.format().type) == sizeof(std::int64_t))
    return wrong_extreme(rays, image, out.image(0), by == Projection::greatest);
  const bool exact = by == Projection::sum && is_integer(image.format().type);
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int c) {
    const Samples samples = samples_on(rays, image, x, y, c);
    if (by == Projection::least || by == Projection::greatest)
      return exactly_extreme(samples, by == Projection::greatest);
    if (by == Projection::deviation) return true_deviation(samples);
    return true_sum(samples, by == Projection::mean ? static_cast<double>(samples.size()) : 1, exact);
  });
}

std::vector<op::Case> project_cases(int effort) {
  const std::vector<Layout> all = layouts();
  std::vector<op::Case> cases;
  const std::size_t count = effort == 0 ? 8 : effort == 1 ? all.size() : 3 * all.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Layout& layout = all[i % all.size()];
    const auto more = static_cast<std::int64_t>(i / all.size());
    const ImageType type{layout.format, {layout.size.width + 31 * more, layout.size.height}};
    cases.push_back(
        {{"project", {{"along", std::string(layout.along)}, {"by", std::string(layout.by)}, {"pages", layout.pages}}},
         {op::random_value(type, layout.fill, static_cast<std::uint32_t>(i))},
         fmt::format("{}, {}", to_string(type), name_of(layout.fill))});
  }
  return cases;
}

}  // namespace lenslet::ops
