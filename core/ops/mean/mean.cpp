// Averages the window: the box filter.
#include "ops/filter.hpp"
#include "ops/window_side.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_mean() {
  return {.name = "mean",
          .summary = "Mean of the window: every pixel weighs the same.",
          .details =
              "out = sum of the ksize * ksize_y pixels / (ksize * ksize_y). Integer samples are summed exactly and "
              "divided once. Equals OpenCV's blur and SciPy's uniform_filter (on floats). Colours are weighted by "
              "alpha, where the image has it.",
          .parameters = window_parameters(),
          .outputs = {"out"},
          .synonyms = {"blur", "box", "boxfilter", "boxblur", "average", "averagefilter", "uniformfilter", "imboxfilt"},
          .nearest_to = {"motionblur"}};
}

stencil::Stencil make_mean(const Arguments& args, SampleType type) {
  const auto [width, height] = window_sides("mean", args);
  return stencil::linear({stencil::box_mask(width, height)}, 1.0 / (width * height), 0, type);
}

}  // namespace

op::Op mean() {
  return filter_op(describe_mean(), make_mean,
                   {{}, {{"ksize", 5L}, {"ksize_y", 3L}}, {{"ksize", 1L}, {"ksize_y", 7L}}, {{"ksize", 9L}}});
}

}  // namespace lenslet::ops
