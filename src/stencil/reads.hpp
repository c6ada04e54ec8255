// Which rectangle of an image the windows of a region reach, borders taken into account.
#pragma once

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

struct Radius {
  int x = 0;
  int y = 0;
};

inline Radius radius_of(const Problem& problem) {
  return {problem.stencil.radius_x, problem.stencil.radius_y};
}

// In pixels of the whole image, like the region. Borders but `wrap` stand for pixels that a window near the edge
// reaches anyway; `wrap` may need all rows or columns.
Rect reads_of(const Rect& region, Radius radius, Border border, Size whole);

}  // namespace lenslet::stencil
