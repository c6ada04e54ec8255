// What windows read: rectangles of images.
#pragma once

#include <algorithm>
#include <cstdint>

#include <lenslet/image.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

struct Radius {
  int x = 0;
  int y = 0;
};

// The reach of a problem's windows. Where a producer makes what they hold, its windows' reach is added.
inline Radius radius_of(const Problem& problem) {
  const Radius before = problem.producer ? radius_of(*problem.producer) : Radius{};
  return {problem.stencil.radius_x + before.x, problem.stencil.radius_y + before.y};
}

// How far from the image's edge results begin: the windows' reach for the border `discard`, else 0.
inline Radius margin_of(const Problem& problem) {
  return problem.border == Border::discard ? radius_of(problem) : Radius{};
}

// The size of the results. It is zero or negative where nothing is left.
inline Size result_size(const Problem& problem, Size image) {
  const Radius margin = margin_of(problem);
  return {image.width - 2 * margin.x, image.height - 2 * margin.y};
}

// The place in the image of a region of the results.
inline Rect in_image(const Problem& problem, const Rect& region) {
  const Radius margin = margin_of(problem);
  return {region.x + margin.x, region.y + margin.y, region.width, region.height};
}

// The rectangle of the image that the windows of a region reach, with borders, in pixels of the whole image like the
// region. Most borders stand for pixels that a window near the edge reaches anyway; `wrap` may need all rows or
// columns.
inline Rect reads_of(const Rect& region, Radius radius, Border border, Size whole) {
  struct Range {
    std::int64_t begin, length;
  };
  const auto along = [&](std::int64_t begin, std::int64_t length, int reach, std::int64_t side) -> Range {
    const std::int64_t first = begin - reach, end = begin + length + reach;
    if (border == Border::wrap && (first < 0 || end > side)) return {0, side};
    const std::int64_t inside = std::max<std::int64_t>(first, 0);
    return {inside, std::min(end, side) - inside};
  };
  const Range x = along(region.x, region.width, radius.x, whole.width);
  const Range y = along(region.y, region.height, radius.y, whole.height);
  return {x.begin, y.begin, x.length, y.length};
}

}  // namespace lenslet::stencil
