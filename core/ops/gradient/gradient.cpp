// Makes the gradient's magnitude of two derivative masks and a function of their sums.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "ops/filter.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

using stencil::Truth;

Parameter choice(std::string name, std::string summary, std::vector<std::string> choices) {
  const std::string first = choices.front();
  return {.name = std::move(name),
          .summary = std::move(summary),
          .kind = ParameterKind::choice,
          .initial = first,
          .choices = std::move(choices)};
}

OpInfo describe_gradient() {
  return {.name = "gradient",
          .summary = "Magnitude of the gradient, or the edges where it reaches a threshold.",
          .details =
              "l2: sqrt(dx^2 + dy^2); l1: |dx| + |dy|, of the derivatives that sobel or scharr give with this ksize. "
              "With a threshold above 0: white (255 for u8, 65535 for u16, 1 for floats, by the input's type) where "
              "the magnitude is at least the threshold, 0 elsewhere. Equals OpenCV's magnitude of its Sobel or "
              "Scharr pair.",
          .parameters = {choice("operator", "The pair of derivatives.", {"sobel", "scharr"}),
                         integer_parameter("ksize", "Side of the masks: sobel 1, 3, 5, 7; scharr 3, 5, 7, 9.", 3, 1, 9,
                                           "pixels"),
                         choice("norm", "How the two derivatives make one length.", {"l2", "l1"}),
                         {.name = "threshold",
                          .summary = "Least magnitude of an edge, in units of the derivatives; 0: none.",
                          .kind = ParameterKind::real,
                          .initial = 0.0,
                          .minimum = 0,
                          .maximum = 1e9}},
          .outputs = {"out"},
          .synonyms = {"magnitude", "gradientmagnitude", "edge", "edges", "edgedetection"},
          .nearest_to = {"roberts", "hough"}};
}

std::vector<stencil::Mask> masks(const Arguments& args) {
  const int ksize = args.integer("ksize");
  if (args.text("operator") == "sobel") return {stencil::sobel_mask(1, 0, ksize), stencil::sobel_mask(0, 1, ksize)};
  const stencil::Mask along_x = stencil::scharr_mask(ksize);
  return {along_x, stencil::transposed(along_x)};
}

// Returns the range of |t|.
Truth absolute(const Truth& t) {
  const double low = t.low <= 0 && t.high >= 0 ? 0 : std::min(std::abs(t.low), std::abs(t.high));
  return {low, std::max(std::abs(t.low), std::abs(t.high))};
}

constexpr double infinity = std::numeric_limits<double>::infinity();

double root_of_squares(double x, double y) {
  return std::sqrt(x * x + y * y);  // unlike hypot, NaN where either is, as on the device
}

// Widens `range` by the errors of the device's arithmetic: the roundings of the squares and their sum, and OpenCL's 3
// ulp of sqrt. Squares below FLT_MIN may vanish, and those above FLT_MAX are infinite.
Truth rounded_l2(const Truth& range) {
  if (std::isnan(range.low)) return range;
  constexpr double error = 8 * 0x1p-24;
  const double high = range.high * (1 + error);
  return {std::max(0.0, range.low * (1 - error) - std::sqrt(4 * FLT_MIN)), high * high > FLT_MAX ? infinity : high};
}

Truth rounded_l1(const Truth& range, SampleType type) {
  const bool integer = is_integer(type) && range.low == range.high && range.low == std::nearbyint(range.low);
  if (integer && range.high < 0x1p24) return range;
  constexpr double error = 2 * 0x1p-24;
  const double high = range.high * (1 + error);
  return {range.low * (1 - error), high > FLT_MAX ? infinity : high};
}

struct GradientReference {
  stencil::Sums derivatives;
  SampleType type;
  bool l1;
  double threshold;

  Truth magnitude(const stencil::Window& window) const {
    const std::vector<Truth> sums = stencil::mask_sums(derivatives, window, type);
    const Truth dx = absolute(sums[0]);
    const Truth dy = absolute(sums[1]);
    if (l1) return rounded_l1({dx.low + dy.low, dx.high + dy.high}, type);
    return rounded_l2({root_of_squares(dx.low, dy.low), root_of_squares(dx.high, dy.high)});
  }

  // If the threshold lies within the range, or if the range is NaN, both answers are right.
  std::vector<Truth> operator()(const stencil::Window& window) const {
    const Truth length = magnitude(window);
    if (threshold == 0) return {length};
    const double white = max_value(type);
    return {{length.low >= threshold ? white : 0, length.high < threshold ? 0 : white}};
  }
};

stencil::Stencil make_gradient(const Arguments& args, SampleType type) {
  // The device compares with a float.
  const double threshold = static_cast<float>(args.real("threshold"));
  const bool l1 = args.text("norm") == "l1";
  stencil::Stencil result = stencil::linear(masks(args), 1, 0, type);
  result.body = "gradient.cl";
  result.defines = {
      {"NOT_NEGATIVE", "1"}, {"NORM_L1", l1 ? "1" : "0"}, {"WHITE", fmt::format("{:.1f}f", max_value(type))}};
  result.number = threshold;
  result.reference = GradientReference{{result.masks, result.factors}, type, l1, threshold};
  return result;
}

}  // namespace

op::Op gradient() {
  const std::string scharr = "scharr";
  return filter_op(describe_gradient(), make_gradient,
                   {{},
                    {{"norm", std::string("l1")}, {"ksize", 5L}},
                    {{"operator", scharr}, {"threshold", 0.4}},
                    {{"operator", scharr}, {"ksize", 7L}, {"norm", std::string("l1")}, {"threshold", 20.0}}});
}

}  // namespace lenslet::ops
