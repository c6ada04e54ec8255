// Checks what is given for the depth of volumes.
#include "op/volume.hpp"

#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::op {

int whole_depth(const char* op, double depth, int least, int most) {
  if (depth == std::nearbyint(depth) && depth >= least && depth <= most) return static_cast<int>(depth);
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: the depth is {}; allowed: a whole number from {} to {}", op, depth, least, most));
}

}  // namespace lenslet::op
