// Makes masks of matrices.
#include "ops/given_mask.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::ops {
namespace {

void check_mask_side(const GivenMask& kind, const char* side, int count) {
  if (count > kind.max_side_length || count % 2 == 0)
    refuse_mask(kind, fmt::format("has {} {}, allowed: an odd number from 1 to {}", count, side, kind.max_side_length));
}

}  // namespace

void refuse_mask(const GivenMask& kind, std::string_view what) {
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {} {}", kind.op, kind.parameter, what));
}

stencil::Mask mask_of(const GivenMask& kind, const Matrix& matrix) {
  check_mask_side(kind, "columns", matrix.columns());
  check_mask_side(kind, "rows", matrix.rows());
  return {matrix.columns(), matrix.rows(), matrix.values()};
}

}  // namespace lenslet::ops
