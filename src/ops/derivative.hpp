// What the ops that make one derivative or both have in common.
#pragma once

#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::ops {

// Refuses orders other than the defaults together with the flag `both`: those ask for one derivative, this for two.
inline void check_both(std::string_view op, int dx, int dy) {
  if (dx == 1 && dy == 0) return;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: both is given with dx {} and dy {}, allowed: both, or dx and dy", op, dx, dy));
}

}  // namespace lenslet::ops
