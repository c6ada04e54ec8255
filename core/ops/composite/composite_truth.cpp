// Computes what a picture on an image must be, and makes images to prove it.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/composite/composite.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

// Counts colours in white.
double mixed(const std::string& mode, double picture, double image) {
  if (mode == "multiply") return picture * image;
  if (mode == "screen") return picture + image - picture * image;
  if (mode == "darken") return std::min(picture, image);
  return mode == "lighten" ? std::max(picture, image) : picture;
}

// A number that the result of mixed() is made of numbers up to.
double magnitude_of(const std::string& mode, double picture, double image) {
  const double p = std::abs(picture), i = std::abs(image);
  return mode == "multiply" || mode == "screen" ? p + i + p * i : std::max(p, i);
}

class Truth {
 public:
  Truth(const op::Instance& problem, const Image& image, const Image& picture)
      : image_(image),
        picture_(picture),
        place_(picture_place(problem)),
        mode_(problem.arguments.text("mode")),
        opacity_(static_cast<float>(problem.arguments.real("opacity"))),
        white_(max_value(image.format().type)),
        scale_(picture_scale(problem)),
        grey_(colours_of(image.format()) < colours_of(picture.format())) {}

  op::Range at(std::int64_t x, std::int64_t y, int c) const {
    const std::int64_t column = x - place_.x, row = y - place_.y;
    const PixelFormat format = image_.format();
    const int added = grey_ ? colours_of(picture_.format()) - 1 : 0;
    const bool is_alpha = format.alpha && c == format.channels - 1 + added;
    const double own = image_.at(x, y, !grey_ ? c : is_alpha ? 1 : 0), below = own / white_;
    if (column < 0 || row < 0 || column >= picture_.width() || row >= picture_.height()) return point::exactly(own);
    const double s = alpha_of(picture_, column, row, white_ / scale_) * opacity_, b = alpha_of(image_, x, y, white_),
                 a = s + b * (1 - s);
    if (is_alpha) return scaled(a, 1);
    if (a == 0) return point::exactly(0);
    const double above = picture_.at(column, row, colours_of(picture_.format()) == 1 ? 0 : c) * scale_ / white_;
    const double value = (s * ((1 - b) * above + b * mixed(mode_, above, below)) + (1 - s) * b * below) / a;
    return scaled(value, std::abs(above) + std::abs(below) + magnitude_of(mode_, above, below));
  }

 private:
  static double alpha_of(const Image& image, std::int64_t x, std::int64_t y, double white) {
    if (!image.format().alpha) return 1;
    return std::clamp(image.at(x, y, image.format().channels - 1) / white, 0.0, 1.0);
  }

  op::Range scaled(double value, double magnitude) const {
    constexpr int roundings = 16;
    return point::within(value * white_, magnitude * white_, roundings);
  }

  const Image &image_, &picture_;
  PicturePlace place_;
  std::string mode_;
  double opacity_, white_, scale_;
  bool grey_;  // the image alone
};

struct Layout {
  PixelFormat image, picture;
  Size size;  // of the picture
  op::ArgumentMap arguments;
};

op::ArgumentMap at(std::int64_t x, std::int64_t y, const char* mode, double opacity, const char* gravity) {
  return {{"x", x}, {"y", y}, {"mode", std::string(mode)}, {"opacity", opacity}, {"gravity", std::string(gravity)}};
}

std::vector<Layout> layouts() {
  return {{{{}, 3}, {{}, 4, true}, {9, 7}, at(5, 3, "over", 0.7, "northwest")},
          {{{}, 4, true}, {{}, 4, true}, {41, 30}, at(-2, -3, "multiply", 1, "northwest")},
          {{{}, 1}, {{}, 1}, {50, 4}, at(1, 2, "screen", 0.25, "southeast")},
          {{{}, 3}, {{}, 2, true}, {12, 12}, at(0, 0, "darken", 0.9, "centre")},
          {{{}, 2, true}, {{}, 1}, {5, 40}, at(3, 0, "lighten", 0.5, "east")},
          {{{}, 4, true}, {{}, 3}, {8, 8}, at(0, 1, "over", 1, "south")},
          {{{}, 4}, {{}, 4}, {3, 3}, at(100, 100, "multiply", 0.5, "northwest")},
          {{{}, 1}, {{}, 4, true}, {21, 9}, at(4, 2, "over", 0.7, "southeast")},
          {{{}, 2, true}, {{}, 3}, {16, 5}, at(-3, 1, "screen", 0.6, "northwest")}};
}

// A picture of the other type of integers, on each.
std::vector<Layout> mixed_layouts() {
  using enum SampleType;
  return {{{u16, 3}, {u8, 4, true}, {9, 7}, at(5, 3, "over", 0.7, "northwest")},
          {{u8, 2, true}, {u16, 4, true}, {41, 30}, at(-2, -3, "multiply", 1, "northwest")},
          {{u16, 1}, {u8, 1}, {50, 4}, at(1, 2, "over", 1, "southeast")},
          {{u8, 3}, {u16, 3}, {12, 12}, at(0, 0, "lighten", 0.9, "centre")}};
}

}  // namespace

std::optional<std::string> composite_mismatch(const op::Instance& problem, const op::HostValues& in,
                                              const op::HostValues& out) {
  const Truth truth(problem, in.image(0), in.image(1));
  return op::first_outside(out.image(0),
                           [&](std::int64_t x, std::int64_t y, int channel) { return truth.at(x, y, channel); });
}

std::vector<op::Case> composite_cases(int effort) {
  constexpr Size sizes[] = {{37, 23}, {1, 1}, {130, 11}};
  std::vector<op::Case> cases;
  const auto add = [&](const Layout& layout) {
    const ImageType image{layout.image, sizes[cases.size() % std::size(sizes)]}, picture{layout.picture, layout.size};
    const auto seed = static_cast<std::uint32_t>(2 * cases.size());
    cases.push_back(
        {{"composite", layout.arguments},
         {op::random_value(image, array::Fill::random, seed), op::random_value(picture, array::Fill::random, seed + 1)},
         fmt::format("{}, {}", to_string(image), to_string(picture))});
  };
  std::uint32_t number = 0;
  for (Layout layout : layouts())
    for (const SampleType type : filter_types) {
      if (effort == 0 && number++ % 2 == 1) continue;
      layout.image.type = layout.picture.type = type;
      add(layout);
    }
  std::ranges::for_each(mixed_layouts(), add);
  return cases;
}

}  // namespace lenslet::ops
