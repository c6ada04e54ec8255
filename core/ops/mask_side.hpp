// The side of a mask that the caller chooses.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/filter.hpp"
#include "stencil/masks.hpp"

namespace lenslet::ops {

// Returns an odd number, or 0 where the parameter allows it. Throws invalid_argument for an even one. The message has
// the parameter's name, which the functions that make masks do not know.
inline int mask_side(std::string_view op, const Arguments& args, std::string_view name) {
  const int side = args.integer(name);
  if (side == 0 || side % 2 == 1) return side;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: {} is {}, allowed: an odd number up to {}", op, name, side, stencil::max_mask));
}

}  // namespace lenslet::ops
