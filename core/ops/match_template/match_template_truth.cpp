// Computes how like a picture is to an image by plain loops, and makes images to prove it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/match_template/match_template.hpp"

namespace lenslet::ops {
namespace {

constexpr double flat_part = 10 * 0x1p-23;
constexpr double flat_most = 0.5;

// A channel's means over the picture and over a part of the image.
struct Means {
  double picture = 0, part = 0;
};

// Sums over all channels, and of the absolute values of their terms as the device has them.
struct Sums {
  double product = 0, difference = 0, picture = 0, part = 0, all_of_part = 0, size = 0, part_size = 0;
};

class Truth {
 public:
  Truth(const op::Instance& problem, const op::HostValues& in)
      : match_(match_of(problem.arguments)), image_(in.image(0)), picture_(in.image(1)) {}

  op::Range at(std::int64_t x, std::int64_t y) const {
    Sums sums;
    for (int c = 0; c < image_.format().channels; ++c) add(x, y, c, sums);
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (!std::isfinite(sums.difference)) return {none, none};
    if (sums.size > std::numeric_limits<float>::max()) return op::any_value;
    const bool of_bytes = image_.format().type == SampleType::u8;
    const double unit = of_bytes ? 0x1p-44 : 0x1p-16;
    const double value = match_.measure == Measure::sqdiff ? sums.difference : sums.product;
    const double bound = unit * sums.size + 0x1p-23 * std::abs(value);
    return match_.normed ? normed(sums, value, bound, unit) : op::Range{value - bound, value + bound};
  }

 private:
  Means means_at(std::int64_t x, std::int64_t y, int channel) const {
    Means means;
    const double pixels = static_cast<double>(picture_.width() * picture_.height());
    for (std::int64_t j = 0; j < picture_.height(); ++j)
      for (std::int64_t i = 0; i < picture_.width(); ++i) {
        means.picture += picture_.at(i, j, channel) / pixels;
        means.part += image_.at(x + i, y + j, channel) / pixels;
      }
    return means;
  }

  void add(std::int64_t x, std::int64_t y, int channel, Sums& sums) const {
    const Means all = means_at(x, y, channel);
    const Means means = match_.measure == Measure::ccoeff ? all : Means{};
    const double level = match_.measure == Measure::ccorr ? 0 : all.picture;
    for (std::int64_t j = 0; j < picture_.height(); ++j)
      for (std::int64_t i = 0; i < picture_.width(); ++i) {
        const double t = picture_.at(i, j, channel), v = image_.at(x + i, y + j, channel);
        sums.product += (t - means.picture) * (v - means.part);
        sums.difference += (t - v) * (t - v);
        sums.picture += (t - means.picture) * (t - means.picture);
        sums.part += (v - means.part) * (v - means.part);
        sums.all_of_part += v * v;
        sums.size += (std::abs(t - level) + 1) * (std::abs(v - level) + 1) + (t - level) * (t - level) +
                     (v - level) * (v - level);
        sums.part_size += (v - level) * (v - level) + 1 + std::abs(level * (v - level));
      }
  }

  op::Range normed(const Sums& sums, double value, double bound, double unit) const {
    const bool flat_picture = sums.picture < std::numeric_limits<double>::epsilon();
    if (match_.measure == Measure::ccoeff && flat_picture) return {1, 1};
    const double flat = std::min(flat_most, flat_part * sums.all_of_part), doubt = unit * sums.part_size;
    if (std::abs(sums.part - flat) <= doubt + 1e-9 * flat && sums.part > 0) return op::any_value;
    const double of_flat = match_.measure == Measure::sqdiff ? 1 : 0;
    if (sums.part <= flat || sums.picture == 0) return {of_flat, of_flat};
    const double norm = std::sqrt(sums.part * sums.picture), rounding = doubt / sums.part + 0x1p-22;
    const double ratio = value / norm, error = bound / norm + std::abs(ratio) * rounding;
    if (error > 1) return op::any_value;
    const auto held = [](double v) { return std::clamp(v, -1.0, 1.0); };
    return {held(ratio - error), held(ratio + error)};
  }

  Match match_;
  const Image &image_, &picture_;
};

// Which image has samples that are no finite numbers.
enum class Gaps { none, image, picture };

struct Layout {
  PixelFormat format;
  Size image, picture;
  const char* by;
  array::Fill fill;
  Gaps gaps = Gaps::none;
};

std::vector<Layout> layouts() {
  using enum SampleType;
  using array::Fill;
  return {{{u8, 1}, {71, 45}, {9, 7}, "ccoeff_normed", Fill::random},
          {{f32, 3}, {40, 33}, {6, 8}, "sqdiff_normed", Fill::random, Gaps::image},
          {{u16, 1}, {67, 29}, {5, 12}, "ccoeff", Fill::random},
          {{u8, 3}, {50, 30}, {8, 3}, "sqdiff", Fill::small},
          {{f32, 1}, {300, 12}, {261, 3}, "ccoeff_normed", Fill::random, Gaps::image},
          {{u8, 1}, {64, 40}, {1, 1}, "ccorr", Fill::random},
          {{u8, 4, true}, {33, 20}, {7, 20}, "ccorr_normed", Fill::small},
          {{f16, 1}, {45, 31}, {3, 5}, "ccoeff_normed", Fill::random},
          {{u8, 1}, {30, 30}, {4, 4}, "ccoeff_normed", Fill::equal},
          {{u16, 2}, {41, 40}, {17, 9}, "sqdiff_normed", Fill::random},
          {{u8, 1}, {25, 14}, {25, 14}, "ccoeff", Fill::random},
          {{f32, 1}, {35, 40}, {2, 30}, "ccorr_normed", Fill::random},
          {{u8, 2}, {90, 45}, {21, 17}, "sqdiff_normed", Fill::random},
          {{u8, 1}, {30, 22}, {3, 4}, "sqdiff_normed", Fill::equal},
          {{f32, 1}, {43, 31}, {5, 4}, "sqdiff", Fill::random, Gaps::image},
          {{f32, 2}, {43, 31}, {5, 4}, "ccorr", Fill::random, Gaps::image},
          {{f16, 1}, {43, 31}, {4, 7}, "ccorr_normed", Fill::random, Gaps::image},
          {{f32, 1}, {43, 31}, {5, 4}, "ccoeff", Fill::random, Gaps::image},
          {{f32, 1}, {23, 21}, {5, 4}, "sqdiff", Fill::random, Gaps::picture}};
}

void put_gaps(Image& image) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  image.set(image.width() / 3, image.height() / 3, 0, std::numeric_limits<double>::quiet_NaN());
  image.set(0, image.height() - 1, image.format().channels - 1, infinite);
  image.set(image.width() - 1, 0, 0, -infinite);
}

// A picture that occurs in the image.
Image part_of(const Image& image, Size size) {
  Image part(size, image.format());
  const std::int64_t left = image.width() - size.width, top = (image.height() - size.height) / 2;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < image.format().channels; ++c) part.set(x, y, c, image.at(left + x, top + y, c));
  return part;
}

}  // namespace

std::optional<std::string> match_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const Truth truth(problem, in);
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int) { return truth.at(x, y); });
}

std::vector<op::Case> match_cases(int effort) {
  const std::vector<Layout> all = layouts();
  std::vector<op::Case> cases;
  const std::size_t count = effort == 0 ? 7 : effort == 1 ? all.size() : 3 * all.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Layout& layout = all[i % all.size()];
    const auto seed = static_cast<std::uint32_t>(i);
    Image image = std::get<Image>(op::random_value(ImageType{layout.format, layout.image}, layout.fill, seed));
    const HostValue other = op::random_value(ImageType{layout.format, layout.picture}, layout.fill, seed + 100);
    Image picture = i % 2 == 0 ? part_of(image, layout.picture) : std::get<Image>(other);
    if (layout.gaps != Gaps::none) put_gaps(layout.gaps == Gaps::image ? image : picture);
    cases.push_back({{"match_template", {{"by", std::string(layout.by)}}},
                     {std::move(image), std::move(picture)},
                     fmt::format("{} x {} in {}, {}{}", layout.picture.width, layout.picture.height,
                                 to_string(ImageType{layout.format, layout.image}), name_of(layout.fill),
                                 layout.gaps == Gaps::none ? "" : ", with NaN")});
  }
  return cases;
}

}  // namespace lenslet::ops
