// Averages the window: the box filter.
#include "ops/filter.hpp"
#include "ops/mask_side.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe() {
  return {.name = "mean",
          .summary = "Mean of the window: every pixel weighs the same.",
          .details =
              "out = sum of the ksize * ksize_y pixels / (ksize * ksize_y). Integer samples are summed exactly and "
              "divided once. Equals OpenCV's blur and SciPy's uniform_filter (on floats).",
          .parameters = {integer_parameter("ksize", "Width of the window, odd.", 3, 1, stencil::largest_mask, "pixels"),
                         integer_parameter("ksize_y", "Height of the window, odd; 0: as wide.", 0, 0,
                                           stencil::largest_mask, "pixels")},
          .outputs = {"out"}};
}

stencil::Stencil make(const Arguments& args, PixelType type) {
  const int width = mask_side("mean", args, "ksize");
  const int ksize_y = mask_side("mean", args, "ksize_y");
  const int height = ksize_y != 0 ? ksize_y : width;
  return stencil::linear({stencil::box_mask(width, height)}, 1.0 / (width * height), 0, type);
}

}  // namespace

Filter mean() {
  return {describe(), make, {{}, {{"ksize", 5L}, {"ksize_y", 3L}}, {{"ksize", 1L}, {"ksize_y", 7L}}, {{"ksize", 9L}}}};
}

}  // namespace lenslet::ops
