// Brightness and contrast: a straight line through the samples, saturated. Alone the op is a stencil of one pixel,
// which has more result types, packed lanes and layers. In pipelines it is a point op and shares launches with others.
#include "ops/filter.hpp"
#include "ops/parameters.hpp"
#include "point/point_op.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_brightness() {
  return {.name = "brightness",
          .summary = "Scale and shift the samples, saturating at the type's limits.",
          .details =
              "out = scale * in + delta. delta alone changes the brightness, scale the contrast. "
              "Equals OpenCV's convertTo with alpha = scale and beta = delta.",
          .parameters = {scale_parameter(), delta_parameter()},
          .outputs = {"out"},
          .synonyms = {"exposure", "convertto", "convertscaleabs"}};
}

stencil::Stencil make_brightness(const Arguments& args, SampleType type) {
  return stencil::linear({stencil::box_mask(1, 1)}, args.real("scale"), args.real("delta"), type);
}

// The op as a point function, for shared launches. The pipelines' proofs cover it.
point::Function make_point(const Arguments& args, const std::vector<PixelFormat>& formats) {
  return {.file = "brightness_sample.cl",
          .name = "brightness_sample",
          .numbers = {args.real("scale"), args.real("delta")},
          .outputs = formats};
}

}  // namespace

op::Op brightness() {
  op::Op op = filter_op(describe_brightness(), make_brightness,
                        {{{"delta", 40.0}}, {{"delta", -40.0}}, {{"scale", -1.3}, {"delta", 200.5}}});
  const op::Op points = point::PointOp{.info = op.info, .make = make_point};
  op.outputs = points.outputs;
  op.point = points.point;
  return op;
}

}  // namespace lenslet::ops
