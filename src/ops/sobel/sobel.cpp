// Makes Sobel derivatives.
#include <lenslet/error.hpp>

#include "ops/derivative.hpp"
#include "ops/filter.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe() {
  return {
      .name = "sobel",
      .summary = "Sobel derivatives: differences along, binomial smoothing across.",
      .details =
          "Correlation with the outer product of OpenCV's getDerivKernels(dx, dy, ksize), not normalised; 3x3, "
          "dx: -1 0 1; -2 0 2; -1 0 1. Derivatives may be negative: choose a floating ddepth to keep them. "
          "Equals OpenCV's Sobel, and with ksize 3 SciPy's sobel.",
      .parameters = {integer_parameter("dx", "Order of the derivative in x.", 1, 0, 2),
                     integer_parameter("dy", "Order of the derivative in y.", 0, 0, 2),
                     integer_parameter("ksize", "Side of the mask: 1, 3, 5 or 7; 1: no smoothing.", 3, 1, 7, "pixels"),
                     scale_parameter(), delta_parameter(),
                     flag_parameter("both", "Make both first derivatives, as images dx and dy.")},
      .outputs = {"dx", "dy"}};
}

std::vector<stencil::Mask> masks(const Arguments& args) {
  const int ksize = args.integer("ksize");
  const int dx = args.integer("dx");
  const int dy = args.integer("dy");
  if (args.flag("both")) {
    check_both("sobel", dx, dy);
    return {stencil::sobel_mask(1, 0, ksize), stencil::sobel_mask(0, 1, ksize)};
  }
  if (dx + dy == 0)
    throw Error(ErrorKind::invalid_argument, "sobel: dx and dy are both 0, allowed: at least one of them 1 or 2");
  return {stencil::sobel_mask(dx, dy, ksize)};
}

stencil::Stencil make(const Arguments& args, PixelType type) {
  auto result = stencil::linear(masks(args), args.real("scale"), args.real("delta"), type);
  if (args.flag("both")) result.outputs = {"dx", "dy"};
  return result;
}

}  // namespace

Filter sobel() {
  return {describe(),
          make,
          {{},
           {{"both", true}, {"ksize", 5L}},
           {{"dx", 0L}, {"dy", 1L}, {"ksize", 1L}},
           {{"dx", 2L}, {"dy", 1L}, {"ksize", 7L}, {"scale", 0.01}, {"delta", 0.5}}}};
}

}  // namespace lenslet::ops
