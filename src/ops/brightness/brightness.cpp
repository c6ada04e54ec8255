// Brightness and contrast: a straight line through the samples, saturated.
#include "ops/filter.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe() {
  return {.name = "brightness",
          .summary = "Scale and shift the samples, saturating at the type's limits.",
          .details =
              "out = scale * in + delta. delta alone changes the brightness, scale the contrast. "
              "Equals OpenCV's convertTo with alpha = scale and beta = delta.",
          .parameters = {scale_parameter(), delta_parameter()},
          .outputs = {"out"},
          .synonyms = {"exposure", "convertto", "convertscaleabs"},
          .nearest_to = {"levels", "autocontrast", "imadjust"}};
}

stencil::Stencil make(const Arguments& args, PixelType type) {
  return stencil::linear({stencil::box_mask(1, 1)}, args.real("scale"), args.real("delta"), type);
}

}  // namespace

Filter brightness() {
  return {describe(), make, {{{"delta", 40.0}}, {{"delta", -40.0}}, {{"scale", -1.3}, {"delta", 200.5}}}};
}

}  // namespace lenslet::ops
