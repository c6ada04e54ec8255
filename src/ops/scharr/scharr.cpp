// Makes Scharr derivatives.
#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/derivative.hpp"
#include "ops/filter.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {
namespace {

OpInfo describe() {
  return {.name = "scharr",
          .summary = "Scharr derivatives: first differences whose strength depends least on the direction.",
          .details =
              "ksize 3, dx: -3 0 3; -10 0 10; -3 0 3, not normalised. Equals OpenCV's Scharr. ksize 5, 7, 9: the "
              "same six taps at distance s = (ksize - 1) / 2 with the weights w = 1 / (2 s (10/3 + 2)) and "
              "10/3 w, so that a ramp of slope 1 gives 1: the scaled Scharr derivative of the KAZE features. "
              "Derivatives may be negative: choose a floating ddepth to keep them.",
          .parameters = {integer_parameter("dx", "1: the derivative in x.", 1, 0, 1),
                         integer_parameter("dy", "1: the derivative in y.", 0, 0, 1),
                         integer_parameter("ksize", "Side of the mask: 3, 5, 7 or 9.", 3, 3, 9, "pixels"),
                         scale_parameter(), delta_parameter(),
                         flag_parameter("both", "Make both derivatives, as images dx and dy.")},
          .outputs = {"dx", "dy"}};
}

std::vector<stencil::Mask> masks(const Arguments& args) {
  const stencil::Mask along_x = stencil::scharr_mask(args.integer("ksize"));
  const stencil::Mask along_y = stencil::transposed(along_x);
  const int dx = args.integer("dx");
  const int dy = args.integer("dy");
  if (args.flag("both")) {
    check_both("scharr", dx, dy);
    return {along_x, along_y};
  }
  if (dx + dy != 1)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("scharr: dx is {} and dy is {}, allowed: one of them 1 and the other 0, or --both", dx, dy));
  return {dx ? along_x : along_y};
}

stencil::Stencil make(const Arguments& args, PixelType type) {
  auto result = stencil::linear(masks(args), args.real("scale"), args.real("delta"), type);
  if (args.flag("both")) result.outputs = {"dx", "dy"};
  return result;
}

}  // namespace

Filter scharr() {
  return {describe(),
          make,
          {{{"both", true}},
           {{"dx", 0L}, {"dy", 1L}, {"scale", 0.03125}, {"delta", 100.0}},
           {{"both", true}, {"ksize", 5L}},
           {{"ksize", 9L}}}};
}

}  // namespace lenslet::ops
