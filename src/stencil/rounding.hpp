// Whole numbers of groups, vectors and lines, for sizes that are not negative.
#pragma once

#include <cstdint>

namespace lenslet::stencil {

constexpr std::int64_t divide_up(std::int64_t n, std::int64_t by) {
  return (n + by - 1) / by;
}

constexpr std::int64_t round_up(std::int64_t n, std::int64_t multiple) {
  return divide_up(n, multiple) * multiple;
}

}  // namespace lenslet::stencil
