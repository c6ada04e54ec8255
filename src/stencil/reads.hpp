// Which rectangle of an image the windows of a region reach, borders taken into account.
#pragma once

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

struct Radius {
  int x = 0;
  int y = 0;
};

// Of a window, and of those that make what it holds.
inline Radius radius_of(const Problem& problem) {
  const Radius before = problem.producer ? radius_of(*problem.producer) : Radius{};
  return {problem.stencil.radius_x + before.x, problem.stencil.radius_y + before.y};
}

// In pixels of the whole image, like the region. Borders but `wrap` stand for pixels that a window near the edge
// reaches anyway; `wrap` may need all rows or columns.
Rect reads_of(const Rect& region, Radius radius, Border border, Size whole);

}  // namespace lenslet::stencil
