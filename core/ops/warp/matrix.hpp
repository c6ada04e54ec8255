// Matrices of warps: taking, inverting, joining.
#pragma once

#include "op/op.hpp"
#include "ops/warp/places.hpp"

namespace lenslet::ops {

// The parameters of a warp by a matrix: matrix, inverse, size and interpolation.
std::vector<Parameter> matrix_parameters(Matrix initial, const char* summary);

// The matrix from the result's pixels to the source's: the argument's inverse, or with the argument `inverse` the
// argument itself. It has six numbers, and the last row is 0,0,1, or nine. Throws invalid_argument for other counts,
// and for one that has no inverse, with its determinant.
Matrix3 matrix_to_source(const Arguments& arguments, const char* op, std::size_t count);

// Arguments for proofs.
std::map<std::string, Value> warp_arguments(Matrix matrix, Size size = {}, bool inverse = false);

// The argument `size`, or the source's size where there is none.
Size warped_size(const Arguments& arguments, Size source);

}  // namespace lenslet::ops
