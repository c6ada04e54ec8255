// Compares each sample with a mean of its surroundings, as a pipeline of a blur and a comparison.
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/border_check.hpp"
#include "ops/level_check.hpp"
#include "ops/masked.hpp"
#include "ops/window_side.hpp"
#include "pipeline/problem.hpp"
#include "point/point_op.hpp"

namespace lenslet::ops {
namespace {

constexpr char adaptive_name[] = "adaptive_threshold";
constexpr char adaptive_details[] =
    "A sample is above where it is greater than the mean of its window less the offset. binary: maximum above, else 0; "
    "inverse: the other way round. The mean is that of `mean`, or of `gaussian` with this ksize and sigma 0.3 ((ksize "
    "- 1) / 2 - 1) + 0.8, for which ksize is at most 127; it is rounded to the image's type first. For u8 and u16 the "
    "offset is rounded up, and for inverse down, and the maximum to the nearest integer; one that the type does not "
    "have is refused. Equals OpenCV's "
    "adaptiveThreshold with the border 'replicate', which that always takes, and its means; scikit-image's "
    "threshold_local compares likewise with means that it does not round. Channels are compared each by itself. Dark "
    "writing on bright paper wants an offset of about 10 (u8), so that paper is above. The border 'discard' is "
    "refused. Alpha stays.";

std::vector<Parameter> level_parameters() {
  return {{.name = "offset",
           .summary = "What a sample may be less than the mean and still be above, in units of the samples.",
           .kind = ParameterKind::real,
           .initial = 0.0},
          {.name = "maximum",
           .summary = "What becomes of samples above, in their units; 0: white.",
           .kind = ParameterKind::real,
           .initial = 0.0},
          {.name = "kind",
           .summary = "Which samples become the maximum: those above, or the others.",
           .kind = ParameterKind::choice,
           .initial = std::string("binary"),
           .choices = {"binary", "inverse"}}};
}

OpInfo describe_adaptive_threshold() {
  std::vector<Parameter> parameters = {
      {.name = "by",
       .summary = "How pixels of the window weigh.",
       .kind = ParameterKind::choice,
       .initial = std::string("mean"),
       .choices = {"mean", "gaussian"}},
      integer_parameter("ksize", "Side of the window, odd.", 31, 3, stencil::max_window, "pixels")};
  std::ranges::move(level_parameters(), std::back_inserter(parameters));
  return {.name = adaptive_name,
          .summary = "What is above the level of its surroundings told from what is not.",
          .details = adaptive_details,
          .parameters = std::move(parameters),
          .outputs = {"out"},
          .synonyms = {"adaptivethreshold", "adaptthresh", "thresholdlocal", "localthreshold"},
          .nearest_to = {"sauvola", "niblack"}};
}

// The comparison of an image with the means, which no call names.
class Comparison {
 public:
  Comparison(const Arguments& arguments, PixelFormat format) : format_(format) {
    const bool inverse = arguments.text("kind") == "inverse";
    const double given = arguments.real("maximum"), offset = arguments.real("offset");
    check_level(adaptive_name, "maximum", given, format.type);
    const double maximum = given == 0 ? max_value(format.type) : given;
    const double white = integers() ? store_value(maximum, format.type) : static_cast<float>(maximum);
    above_ = inverse ? 0 : white;
    below_ = inverse ? white : 0;
    offset_ = !integers() ? static_cast<float>(offset) : inverse ? std::floor(offset) : std::ceil(offset);
  }

  point::Function function() const {
    return {
        .file = "adaptive_threshold.cl",
        .name = !integers()   ? "above_floats"
                : offset_ > 0 ? "above_lower"
                              : "above_higher",
        .arithmetic = point::Arithmetic::native,
        .numbers = {number(), above_, below_},
        .outputs = {format_},
        .reference = [*this](std::span<const double> in, std::span<op::Range> out) { out[0] = range(in[0], in[1]); }};
  }

 private:
  bool integers() const { return is_integer(format_.type); }

  double number() const {
    if (!integers()) return -offset_;
    return std::min(offset_ > 0 ? offset_ - 1 : -offset_, max_value(format_.type));
  }

  // Where the difference of floats may round to either side of the offset, both results are right.
  op::Range range(double sample, double mean) const {
    const op::Range gap = integers() ? point::exactly(sample - mean) : point::within(sample - mean, sample - mean, 1);
    const double low = gap.low > -offset_ ? above_ : below_, high = gap.high > -offset_ ? above_ : below_;
    return {std::min(low, high), std::max(low, high)};
  }

  PixelFormat format_;
  double above_, below_, offset_;
};

point::Function make_comparison(const Arguments& arguments, const std::vector<PixelFormat>& formats) {
  point::check_alike(adaptive_name, formats);
  return Comparison(arguments, formats.front()).function();
}

op::OpPtr comparison() {
  static const op::Op op = masked_points(point::PointOp{.info = {.name = adaptive_name,
                                                                 .summary = {},
                                                                 .details = {},
                                                                 .parameters = level_parameters(),
                                                                 .outputs = {"out"},
                                                                 .inputs = point::images({"image", "mean"})},
                                                        .make = make_comparison});
  return op::held(op);
}

int side_of(const Arguments& arguments) {
  const std::string& by = arguments.text("by");
  const int side = arguments.integer("ksize"), most = by == "mean" ? stencil::max_window : stencil::max_mask;
  if (side % 2 == 1 && side <= most) return side;
  throw Error(
      ErrorKind::invalid_argument,
      fmt::format("{}: ksize is {}; allowed: an odd number from 3 to {} for by '{}'", adaptive_name, side, most, by));
}

pipeline::Definition define_adaptive_threshold(const Arguments& arguments) {
  pipeline::Node blur{.op = arguments.text("by"), .inputs = {0}, .outputs = {1}};
  blur.arguments["ksize"] = std::int64_t{side_of(arguments)};
  if (blur.op == "gaussian") blur.arguments["sigma"] = 0.0;
  pipeline::Node above{.op = adaptive_name, .known = comparison(), .inputs = {0, 1}, .outputs = {2}};
  for (const Parameter& parameter : level_parameters()) above.arguments[parameter.name] = arguments.get(parameter.name);
  return {.values = {"image", "", ""}, .inputs = 1, .nodes = {std::move(blur), std::move(above)}, .outputs = {2}};
}

}  // namespace

op::Op adaptive_threshold() {
  return pipeline::named_op(describe_adaptive_threshold(), define_adaptive_threshold, refuse_discard(adaptive_name));
}

}  // namespace lenslet::ops
