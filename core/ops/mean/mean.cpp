// Averages the window: the box filter.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/filter.hpp"
#include "ops/volume_passes.hpp"
#include "ops/window_side.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_mean() {
  return {
      .name = "mean",
      .summary = "Mean of the window: every pixel weighs the same.",
      .details =
          "out = sum of the ksize * ksize_y pixels / (ksize * ksize_y). Integer samples are summed exactly and divided "
          "once. Sides may be even, up to 126, and the other one then up to 127: such a window reaches one pixel "
          "further to the left, or up, and the border discard removes ksize columns and ksize_y rows of even sides. "
          "Equals OpenCV's blur and SciPy's uniform_filter (on floats); of integers OpenCV's even sides do not round "
          "halves to even. Colours are weighted by alpha, where the image has it.",
      .parameters = window_parameters(Sides::all),
      .outputs = {"out"},
      .synonyms = {"blur", "box", "boxfilter", "boxblur", "average", "averagefilter", "uniformfilter", "imboxfilt"},
      .nearest_to = {"motionblur"}};
}

// A window with an even side is computed as a mask with a column or row of zeros.
void check_even(const WindowSides& sides) {
  const auto is_even = [](int side) { return side % 2 == 0; };
  const int most = std::max(sides.width, sides.height);
  if (most <= stencil::max_mask || !(is_even(sides.width) || is_even(sides.height))) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("mean: the window is {} x {}; allowed: odd sides up to {}, or with an even one up to {}",
                          sides.width, sides.height, stencil::max_window, stencil::max_mask));
}

stencil::Stencil make_mean(const Arguments& args, SampleType type) {
  const WindowSides sides = window_sides("mean", args, Sides::all);
  check_even(sides);
  const auto [width, height] = sides;
  return stencil::linear({stencil::box_mask(width, height)}, 1.0 / (width * height), 0, type);
}

std::vector<op::VolumePass> mean_passes(const op::VolumeCall& volume) {
  const std::int64_t depth = depth_side("mean", volume, stencil::max_window);
  std::vector<op::VolumePass> passes{fine_pass({"mean", volume.given}, op::VolumePass::Way::pages)};
  if (depth > 1)
    passes.push_back(fine_pass({"mean", {{"ksize", std::int64_t{1}}, {"ksize_y", depth}}}, op::VolumePass::Way::depth));
  return passes;
}

}  // namespace

op::Op mean() {
  op::Op op = filter_op(describe_mean(), make_mean,
                        {{},
                         {{"ksize", 5L}, {"ksize_y", 3L}},
                         {{"ksize", 1L}, {"ksize_y", 7L}},
                         {{"ksize", 9L}},
                         {{"ksize", 4L}, {"ksize_y", 2L}}},
                        {{{"ksize", 2L}, {"ksize_y", 1L}}, {{"ksize", 1L}, {"ksize_y", 4L}}, {{"ksize", 6L}}});
  op.volume = mean_passes;
  return op;
}

}  // namespace lenslet::ops
