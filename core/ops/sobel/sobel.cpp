// Makes Sobel derivatives.
#include "ops/derivative.hpp"
#include "ops/filter.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_sobel() {
  return {.name = "sobel",
          .summary = "Sobel derivatives: differences along, binomial smoothing across.",
          .details =
              "Correlation with the outer product of OpenCV's getDerivKernels(dx, dy, ksize), not normalised; 3x3, "
              "dx: -1 0 1; -2 0 2; -1 0 1. Derivatives may be negative: choose a floating ddepth to keep them. "
              "Equals OpenCV's Sobel, and with ksize 3 SciPy's sobel.",
          .parameters = derivative_parameters(
              integer_parameter("dx", "Order of the derivative in x.", 1, 0, 2),
              integer_parameter("dy", "Order of the derivative in y.", 0, 0, 2),
              integer_parameter("ksize", "Side of the mask: 1, 3, 5 or 7; 1: no smoothing.", 3, 1, 7, "pixels"),
              "Make both first derivatives, as images dx and dy."),
          .outputs = {"dx", "dy"},
          .synonyms = {"derivative", "derivatives"},
          .nearest_to = {"prewitt", "diff"}};
}

stencil::Stencil make_sobel(const Arguments& args, SampleType type) {
  return derivatives("sobel", args, type, [&args](int dx, int dy) {
    if (dx + dy == 0)
      throw Error(ErrorKind::invalid_argument, "sobel: dx and dy are both 0, allowed: at least one of them 1 or 2");
    return stencil::sobel_mask(dx, dy, args.integer("ksize"));
  });
}

}  // namespace

op::Op sobel() {
  return filter_op(describe_sobel(), make_sobel,
                   {{},
                    {{"both", true}, {"ksize", 5L}},
                    {{"dx", 0L}, {"dy", 1L}, {"ksize", 1L}},
                    {{"dx", 2L}, {"dy", 1L}, {"ksize", 7L}, {"scale", 0.01}, {"delta", 0.5}}});
}

}  // namespace lenslet::ops
