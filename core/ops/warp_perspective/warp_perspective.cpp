// Shows images as seen from another place.
#include "ops/warp/matrix.hpp"
#include "ops/warp/warp.hpp"

namespace lenslet::ops {
namespace {

constexpr char perspective_details[] =
    "The matrix \"a b c; d e f; g h i\" maps the image's pixel (x, y) to the place ((a x + b y + c) / w, (d x + e y + "
    "f) / w) of the result, where w is g x + h y + i, as in OpenCV's warpPerspective; each pixel of the result shows "
    "the image at the place that the inverse names. With inverse, the matrix maps the result's pixels to the image's, "
    "as OpenCV's WARP_INVERSE_MAP. Where the divisor is 0, the place lies 2^30 pixels to the left and above, and the "
    "border says what is shown. Places are computed in whole numbers and rounded down to steps of 2^-16 pixels, so "
    "that they are the same on all devices; the divisor has at least 28 bits for images of up to 65536 pixels a side. "
    "Interpolations, border and alpha are as in warp_affine. A matrix without an inverse is refused.";

constexpr double little = 0x1p-24, horizon = 1.37 * 0x1p-30;

Warp perspective_of(const Arguments& arguments, const ImageType& source) {
  return {warped_size(arguments, source.size), matrix_to_source(arguments, "warp_perspective", 3)};
}

}  // namespace

op::Op warp_perspective() {
  op::Op op = warp_op(
      {.name = "warp_perspective",
       .summary = "The image as seen from another place, by a matrix of three rows.",
       .details = perspective_details,
       .parameters =
           matrix_parameters("Nine numbers, row by row: from the image's pixels to the result's. They must be given."),
       .outputs = {},
       .synonyms = {"warpperspective", "perspective", "projective", "keystone"}},
      perspective_of,
      {warp_arguments(Matrix(3, 3, {0.9, 0.2, 1, -0.1, 1.1, 2, 0.002, 0.001, 1}), Size{41, 29}),
       warp_arguments(Matrix(3, 3, {1, 0, 0.5, 0, 1, -0.5, 0, 0, 1})),
       warp_arguments(Matrix(3, 3, {2, 0, 3, 0, 2, 1, 0, 0, 4})),
       warp_arguments(Matrix(3, 3, {1, 0.1, -3, 0.2, 1, 0, -0.05, 0.01, 1}), Size{60, 20}, true),
       warp_arguments(Matrix(3, 3, {5, 1, -300, 2, 3, -40, 0.03, 0.2, -2.5}), Size{33, 31}, true),
       // divided by 0 in the first column, and by little in the first row
       warp_arguments(Matrix(3, 3, {0, 0, -190, 0, -1, 0, -1, 0, 0}), Size{60, 40}, true),
       warp_arguments(Matrix(3, 3, {50 * little, 0, 100 * little, 0, 5, 0, little / 2, 1, little}), Size{9, 100}, true),
       // divisors change their sign in the last column, and would leave their range behind it
       warp_arguments(Matrix(3, 3,
                             {-250, -0.37 * horizon, 4000, 0, -0.4 * horizon, -3.3 * horizon,
                              -(1 - 0x1p-30 + horizon) / 16, 0, 1 - 0x1p-30}),
                      Size{17, 400}, true)});
  op.initial = perspective_initial;
  return op;
}

}  // namespace lenslet::ops
