// Regions grown by windows.
#include "stencil/reads.hpp"

#include <algorithm>

namespace lenslet::stencil {
namespace {

struct Range {
  std::int64_t begin;
  std::int64_t end;
};

Range reads_along(Range range, int radius, Border border, std::int64_t side) {
  const Range grown{range.begin - radius, range.end + radius};
  const bool leaves = grown.begin < 0 || grown.end > side;
  if (leaves && border == Border::wrap) return {0, side};
  return {std::max<std::int64_t>(grown.begin, 0), std::min(grown.end, side)};
}

}  // namespace

Rect reads_of(const Rect& region, Radius radius, Border border, Size whole) {
  const Range x = reads_along({region.x, region.x + region.width}, radius.x, border, whole.width);
  const Range y = reads_along({region.y, region.y + region.height}, radius.y, border, whole.height);
  return {x.begin, y.begin, x.end - x.begin, y.end - y.begin};
}

}  // namespace lenslet::stencil
