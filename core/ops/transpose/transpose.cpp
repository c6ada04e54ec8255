// Makes rows of an image from its columns.
#include "ops/move/move.hpp"

namespace lenslet::ops {
namespace {

Move transpose_of(const op::Arguments&, Size source) {
  return {.part = {0, 0, source.width, source.height}, .turned = true};
}

}  // namespace

op::Op transpose() {
  return move_op({.name = "transpose",
                  .summary = "Rows become columns: the image mirrored at its diagonal.",
                  .details = "The pixel in column x of row y comes to column y of row x, as OpenCV's transpose does.",
                  .parameters = {},
                  .outputs = {},
                  .synonyms = {"swapaxes"}},
                 transpose_of, {{}});
}

}  // namespace lenslet::ops
