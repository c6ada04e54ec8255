// Ops of two images whose samples are exact but for one rounding, like sums and minima.
#pragma once

#include <string>
#include <vector>

#include "point/point_op.hpp"

namespace lenslet::ops {

// The function NAME_samples() of NAME.cl, in the type's own integers, on images of one format.
template <class Result>
point::Function of_pair(const std::string& name, const std::vector<PixelFormat>& formats, Result result) {
  point::check_alike(name, formats);
  return {.file = name + ".cl",
          .name = name + "_samples",
          .arithmetic = point::Arithmetic::native,
          .outputs = {formats.front()},
          .reference = [result](std::span<const double> in, std::span<op::Range> out) {
            out[0] = point::exactly(static_cast<float>(result(in[0], in[1])));
          }};
}

// The op of that function, for all types. `result` makes a sample of two, in any floating type.
template <class Result>
op::Op pair_op(const OpInfo& info, Result result) {
  const std::string name = info.name;
  return point::PointOp{
      .info = info,
      .make = [=](const Arguments&, const std::vector<PixelFormat>& formats) { return of_pair(name, formats, result); },
      .any =
          [=](const Arguments&, const std::vector<PixelFormat>& formats) {
            point::check_alike(name, formats);
            return point::exact_pair(name, formats.front(), result);
          }};
}

}  // namespace lenslet::ops
