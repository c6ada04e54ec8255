// Takes the median of the window.
#include "ops/order_statistic.hpp"
#include "ops/volume_passes.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_median() {
  return {.name = "median",
          .summary = "Median of the window: removes specks and keeps edges.",
          .details =
              "out = the middle one of the ksize * ksize_y sorted samples, exact for every type. A window with a NaN "
              "gives any of its samples. Equals OpenCV's medianBlur (whose border is replicate) and SciPy's "
              "median_filter.",
          .parameters = window_parameters(),
          .outputs = {"out"},
          .synonyms = {"medianblur", "medianfilter", "medfilt", "medfilt2"},
          .nearest_to = {"denoise", "despeckle", "kuwahara"}};
}

stencil::Stencil make_median(const Arguments& args, SampleType) {
  const WindowSides window = window_sides("median", args);
  return order_statistic(window, window.samples() / 2);
}

}  // namespace

op::Op median() {
  op::Op op = filter_op(describe_median(), make_median, {{}, {{"ksize", 5L}}});
  op.volume = [](const op::VolumeCall& volume) { return rank_passes("median", volume, {}); };
  return op;
}

}  // namespace lenslet::ops
