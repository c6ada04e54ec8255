// Makes Scharr derivatives.
#include "ops/derivative.hpp"
#include "ops/filter.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe_scharr() {
  return {.name = "scharr",
          .summary = "Scharr derivatives: first differences whose strength depends least on the direction.",
          .details =
              "ksize 3, dx: -3 0 3; -10 0 10; -3 0 3, not normalised. Equals OpenCV's Scharr. ksize 5, 7, 9: the "
              "same six taps at distance s = (ksize - 1) / 2 with the weights w = 1 / (2 s (10/3 + 2)) and "
              "10/3 w, so that a ramp of slope 1 gives 1: the scaled Scharr derivative of the KAZE features. "
              "Derivatives may be negative: choose a floating ddepth to keep them.",
          .parameters =
              derivative_parameters(integer_parameter("dx", "1: the derivative in x.", 1, 0, 1),
                                    integer_parameter("dy", "1: the derivative in y.", 0, 0, 1),
                                    integer_parameter("ksize", "Side of the mask: 3, 5, 7 or 9.", 3, 3, 9, "pixels"),
                                    "Make both derivatives, as images dx and dy."),
          .outputs = {"dx", "dy"}};
}

stencil::Stencil make_scharr(const Arguments& args, SampleType type) {
  return derivatives("scharr", args, type, [&args](int dx, int dy) {
    if (dx + dy != 1)
      throw Error(
          ErrorKind::invalid_argument,
          fmt::format("scharr: dx is {} and dy is {}, allowed: one of them 1 and the other 0, or --both", dx, dy));
    const stencil::Mask along_x = stencil::scharr_mask(args.integer("ksize"));
    return dx == 1 ? along_x : stencil::transposed(along_x);
  });
}

}  // namespace

op::Op scharr() {
  return filter_op(describe_scharr(), make_scharr,
                   {{{"both", true}},
                    {{"dx", 0L}, {"dy", 1L}, {"scale", 0.03125}, {"delta", 100.0}},
                    {{"both", true}, {"ksize", 5L}},
                    {{"ksize", 9L}}});
}

}  // namespace lenslet::ops
