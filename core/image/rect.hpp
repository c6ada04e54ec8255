// Rectangles of images: whether they lie in others, and checks.
#pragma once

#include <lenslet/image.hpp>

namespace lenslet {

inline Rect rect_of(Size size) {
  return {0, 0, size.width, size.height};
}

// Tells whether a rectangle lies in another. Both must not be empty. No sum overflows.
bool is_inside(const Rect& inner, const Rect& outer);

// Throw invalid_argument where the rectangle is empty or not inside an image of that size. The message of
// check_region() is about a region to compute, that of check_part() about a part that memory holds.
void check_region(const Rect& region, Size whole);
void check_part(const Rect& part, Size whole);

}  // namespace lenslet
