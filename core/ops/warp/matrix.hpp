// Matrices of warps: reading, inverting, joining.
#pragma once

#include "op/op.hpp"
#include "ops/warp/places.hpp"

namespace lenslet::ops {

// The parameters of a warp by a matrix: matrix, which has to be given, inverse, size and interpolation.
std::vector<Parameter> matrix_parameters(const char* summary);

// The matrix from the result's pixels to the source's: the argument's inverse, or with the argument `inverse` the
// argument itself. It has two rows of three numbers, and the last row is then 0 0 1, or three rows. Throws
// invalid_argument for none, for other shapes, and for one that has no inverse, with its determinant.
Matrix3 matrix_to_source(const Arguments& arguments, const char* op, int rows);

// Arguments for proofs.
std::map<std::string, Value> warp_arguments(const Matrix& matrix, Size size = {}, bool inverse = false);

// The argument `size`, or the source's size where there is none.
Size warped_size(const Arguments& arguments, Size source);

}  // namespace lenslet::ops
