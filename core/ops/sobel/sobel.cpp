// Makes Sobel derivatives.
#include "ops/derivative.hpp"
#include "ops/filter.hpp"
#include "ops/volume_passes.hpp"

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

// A derivative's direction has 3 taps at least, and a side of 1 smooths across none.
stencil::Taps sobel_taps(int order, int ksize) {
  if (ksize > 1) return stencil::derivative_taps(order, ksize);
  return order == 0 ? stencil::Taps{1} : stencil::derivative_taps(order, 3);
}

Matrix matrix_of(const stencil::Mask& mask) {
  return {mask.height, mask.width, mask.taps};
}

// The mask is the product of one for each axis, as SciPy's sobel has it. A derivative along depth is none in x, unless
// the call says so.
std::vector<op::VolumePass> sobel_passes(const op::VolumeCall& volume) {
  const op::Arguments& args = volume.arguments;
  if (args.flag("both"))
    throw Error(ErrorKind::invalid_argument, "sobel: both in a volume; allowed: dx, dy and the depth");
  const int dz = op::whole_depth("sobel", volume.depth.value_or(0), 0, 2);
  const bool is_given = volume.given.contains("dx") || dz == 0;
  const int dx = is_given ? args.integer("dx") : 0, dy = args.integer("dy"), ksize = args.integer("ksize");
  stencil::sobel_mask(1, 0, ksize);  // throws for a side that there is not
  if (dx + dy + dz == 0)
    throw Error(ErrorKind::invalid_argument, "sobel: dx, dy and the depth are 0; allowed: at least one of them 1 or 2");
  using Way = op::VolumePass::Way;
  const Matrix page = matrix_of(stencil::outer(sobel_taps(dx, ksize), sobel_taps(dy, ksize)));
  const Matrix depth = matrix_of(stencil::outer({1}, sobel_taps(dz, ksize)));
  return {fine_pass({"filter2d", {{"mask", page}}}, Way::pages),
          fine_pass({"filter2d", {{"mask", depth}, {"scale", args.get("scale")}, {"delta", args.get("delta")}}},
                    Way::depth)};
}

}  // namespace

op::Op sobel() {
  op::Op op = filter_op(describe_sobel(), make_sobel,
                        {{},
                         {{"both", true}, {"ksize", 5L}},
                         {{"dx", 0L}, {"dy", 1L}, {"ksize", 1L}},
                         {{"dx", 2L}, {"dy", 1L}, {"ksize", 7L}, {"scale", 0.01}, {"delta", 0.5}}});
  op.volume = sobel_passes;
  return op;
}

}  // namespace lenslet::ops
