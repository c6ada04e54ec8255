// Finds what a border makes ops read.
#include "ops/outside.hpp"

#include <algorithm>

namespace lenslet::ops {

std::vector<Border> geometry_borders() {
  return {std::begin(extending_borders), std::end(extending_borders)};
}

std::vector<Border> window_borders() {
  std::vector<Border> known{usual_border};
  for (const Border border : extending_borders)
    if (border != usual_border) known.push_back(border);
  return known;
}

Stretch stretch_inside(Stretch asked, std::int64_t n, Border border) {
  if (asked.first >= 0 && asked.last < n) return asked;
  if (border != Border::constant && border != Border::replicate) return {0, n - 1};
  return {std::clamp<std::int64_t>(asked.first, 0, n - 1), std::clamp<std::int64_t>(asked.last, 0, n - 1)};
}

Rect rect_inside(Stretch columns, Stretch rows, Size image, Border border) {
  const Stretch x = stretch_inside(columns, image.width, border), y = stretch_inside(rows, image.height, border);
  return {x.first, y.first, x.last - x.first + 1, y.last - y.first + 1};
}

std::vector<std::byte> outside_pixel(const op::Instance& problem) {
  const PixelFormat format = problem.inputs.image(0).format;
  std::vector<std::byte> pixel(format.bytes());
  for (int c = 0; c < format.channels; ++c) {
    const auto place = static_cast<std::size_t>(c);
    const double value = store_value(problem.border_value[place], format.type);
    store_sample(pixel.data() + place * size_of(format.type), format.type, value);
  }
  return pixel;
}

}  // namespace lenslet::ops
