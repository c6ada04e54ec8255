// Compares rectangles, checks them, and spells them.
#include "image/rect.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

// Sums of places and radii stay far from what 64 bits hold.
constexpr std::int64_t longest_side = std::int64_t{1} << 48;

bool fits(std::int64_t begin, std::int64_t length, std::int64_t outer_begin, std::int64_t outer_length) {
  return begin >= outer_begin && length <= outer_length && begin - outer_begin <= outer_length - length;
}

void check_rect(const char* what, const Rect& rect, Size whole) {
  if (rect.width < 1 || rect.height < 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("the {} {} is empty", what, to_string(rect)));
  if (!is_inside(rect, rect_of(whole)))
    throw Error(ErrorKind::invalid_argument, fmt::format("the {} {} does not lie in the image of {} x {}", what,
                                                         to_string(rect), whole.width, whole.height));
}

}  // namespace

std::string to_string(const Rect& rect) {
  return fmt::format("{}x{}+{}+{}", rect.width, rect.height, rect.x, rect.y);
}

bool is_inside(const Rect& inner, const Rect& outer) {
  return fits(inner.x, inner.width, outer.x, outer.width) && fits(inner.y, inner.height, outer.y, outer.height);
}

void check_region(const Rect& region, Size whole) {
  check_rect("region", region, whole);
}

void check_part(const Rect& part, Size whole) {
  if (whole.width > longest_side || whole.height > longest_side)
    throw Error(ErrorKind::unsupported, fmt::format("an image of {} x {}, sides are limited to {} pixels", whole.width,
                                                    whole.height, longest_side));
  check_rect("part", part, whole);
}

}  // namespace lenslet
