// Takes each pixel from the place that a table names.
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/random_value.hpp"
#include "ops/warp/warp.hpp"

namespace lenslet::ops {
namespace {

constexpr PixelFormat map_format{SampleType::f32, 1};

constexpr char remap_details[] =
    "The result's pixel (x, y) shows the image at (map_x(x, y), map_y(x, y)). Both maps are images of f32 of one size, "
    "which is the result's, in pixels of the image; centres of pixels have whole coordinates. NaN is outside. Equals "
    "OpenCV's remap, and scipy.ndimage.map_coordinates, whose first map is that of y. nearest: the pixel at (floor(x + "
    "0.5), floor(y + 0.5)), where OpenCV rounds halves to even numbers. Interpolations, border and alpha are as in "
    "warp_affine: OpenCV rounds places to 1/32 of a pixel. A region reads its own part of the maps and all of the "
    "image: "
    "strips need memory for the whole image.";

op::Types remapped(const Arguments&, const op::Types& inputs) {
  const ImageType &map_x = inputs.image(1), &map_y = inputs.image(2);
  if (map_x.size != map_y.size)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("remap: map_x of {} x {} and map_y of {} x {}; allowed: one size", map_x.size.width,
                            map_x.size.height, map_y.size.width, map_y.size.height));
  return std::vector<ValueType>{warped_type("remap", inputs.image(0), map_x.size)};
}

// Places in and near an image of this size, and some far away.
Image random_map(Size size, std::int64_t side, std::uint32_t seed) {
  Image map = std::get<Image>(op::random_value(ImageType{map_format, size}, array::Fill::random, seed));
  const auto length = static_cast<double>(side);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) {
      const double at = map.at(x, y, 0) / 100 * (length + 6) - 3;
      const bool whole = (x + y) % 5 == 0, far = (x + 3 * y) % 17 == 0;
      map.set(x, y, 0, far ? at * 1e4 : whole ? std::nearbyint(at) : at);
    }
  return map;
}

std::vector<op::Case> remap_cases(int effort) {
  constexpr Size sizes[] = {{41, 19}, {1, 1}, {20, 33}};
  std::vector<op::Case> all = warp_cases("remap", {{}}, effort);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const Size image = std::get<Image>(all[i].inputs.front()).size(), size = sizes[i % std::size(sizes)];
    all[i].inputs.emplace_back(random_map(size, image.width, 2 * i + 1000));
    all[i].inputs.emplace_back(random_map(size, image.height, 2 * i + 1001));
  }
  return all;
}

std::optional<std::string> remap_mismatch(const op::Instance& problem, const op::HostValues& in,
                                          const op::HostValues& out) {
  const auto at = [&in](std::int64_t x, std::int64_t y) {
    return place_of(static_cast<float>(in.image(1).at(x, y, 0)), static_cast<float>(in.image(2).at(x, y, 0)));
  };
  return warp_mismatch(problem, at, table_weight_bits, in, out);
}

}  // namespace

op::Op remap() {
  op::Op op = unplaced_warp_op({.name = "remap",
                                .summary = "Each pixel from the place that a table names.",
                                .details = remap_details,
                                .parameters = {sampling_parameter()},
                                .outputs = {},
                                .inputs = {{"image", Reads::whole},
                                           image_operand("map_x", Reads::same, map_format),
                                           image_operand("map_y", Reads::same, map_format)},
                                .synonyms = {"mapcoordinates", "geometrictransform", "undistort", "swirl"},
                                .nearest_to = {"warppolar"}});
  op.outputs = remapped;
  op.initial = table_initial;
  op.make = [](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    return warp_make(problem, {}, schedule, maker);
  };
  op.placement = [](const op::Instance&) { return Placement{.is_known = false}; };
  op.mismatch = remap_mismatch;
  op.cases = remap_cases;
  return op;
}

}  // namespace lenslet::ops
