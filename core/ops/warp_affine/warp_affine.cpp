// Turns, scales, shifts and shears images by a matrix.
#include "ops/warp/matrix.hpp"
#include "ops/warp/warp.hpp"

namespace lenslet::ops {
namespace {

constexpr char affine_details[] =
    "The matrix \"a b c; d e f\" maps the image's pixel (x, y) to the place (a x + b y + c, d x + e y + f) of the "
    "result, as in OpenCV's warpAffine; each pixel of the result shows the image at the place that the inverse names. "
    "With inverse, the matrix maps the result's pixels to the image's, as OpenCV's WARP_INVERSE_MAP, and as "
    "scipy.ndimage.affine_transform does, whose numbers are in the order of rows and columns: y before x. \"0 -1 99; 1 "
    "0 0\" turns an image of 100 rows clockwise by 90 degrees, and \"0.866 -0.5 0; 0.5 0.866 0\" by 30 degrees round "
    "its first pixel. Centres of pixels have whole coordinates, and the first pixel's is (0, 0). nearest: the pixel at "
    "(floor(x + 0.5), floor(y + 0.5)). linear: 2 x 2 pixels. cubic: 4 x 4 pixels by Keys' kernel with a = -0.75, as "
    "OpenCV's; results may overshoot, and are saturated. Places are computed in whole steps of 2^-32 pixels, so that "
    "they are the same on all devices: OpenCV rounds places to 1/32 of a pixel, and its results may differ by as much "
    "of the difference of neighbours. Outside the image is what the border says: 0 by default. Where the image has "
    "alpha, colours are weighted by it, as in resize; nearest copies pixels. A matrix without an inverse is refused.";

Warp affine_of(const Arguments& arguments, const ImageType& source) {
  return {warped_size(arguments, source.size), matrix_to_source(arguments, "warp_affine", 2)};
}

}  // namespace

op::Op warp_affine() {
  return warp_op({.name = "warp_affine",
                  .summary = "The image turned, scaled, shifted and sheared by a matrix.",
                  .details = affine_details,
                  .parameters = matrix_parameters(
                      "Six numbers, row by row: from the image's pixels to the result's. They must be given."),
                  .outputs = {},
                  .synonyms = {"warpaffine", "affine", "affinetransform", "shear", "translate", "imwarp"},
                  .nearest_to = {"warp"}},
                 affine_of,
                 {warp_arguments(Matrix(2, 3, {0.8, 0.3, 2.5, -0.3, 0.8, 9}), Size{41, 29}),
                  warp_arguments(Matrix(2, 3, {1, 0, 3.25, 0, 1, -2})),
                  warp_arguments(Matrix(2, 3, {-2, 0, 20, 0.1, 1.7, -3}), Size{50, 9}),
                  warp_arguments(Matrix(2, 3, {0.05, 0.9, -4, 1.1, -0.2, 3}), Size{}, true),
                  warp_arguments(Matrix(2, 3, {30, 0, 1000, 0, -20, 55}), Size{11, 13}, true)});
}

}  // namespace lenslet::ops
