// What the ops of derivatives share.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "ops/parameters.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {

// Returns the parameters of an op of derivatives. `both` says what its flag makes.
inline std::vector<Parameter> derivative_parameters(Parameter dx, Parameter dy, Parameter ksize, const char* both) {
  return {std::move(dx),     std::move(dy),     std::move(ksize),
          scale_parameter(), delta_parameter(), flag_parameter("both", both)};
}

// Returns the mask of the derivative of these orders, or refuses them.
using DerivativeMask = std::function<stencil::Mask(int dx, int dy)>;

// Makes the derivative of the orders `dx` and `dy`, or with `both` the two first derivatives. Refuses `both` together
// with orders other than the defaults, since these ask for one derivative.
inline stencil::Stencil derivatives(std::string_view op, const Arguments& args, SampleType type,
                                    const DerivativeMask& mask) {
  const int dx = args.integer("dx"), dy = args.integer("dy");
  const bool both = args.flag("both");
  if (both && (dx != 1 || dy != 0))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{}: both is given with dx {} and dy {}, allowed: both, or dx and dy", op, dx, dy));
  std::vector<stencil::Mask> masks{mask(dx, dy)};
  if (both) masks.push_back(mask(0, 1));
  auto result = stencil::linear(masks, args.real("scale"), args.real("delta"), type);
  if (both) result.outputs = {"dx", "dy"};
  return result;
}

}  // namespace lenslet::ops
