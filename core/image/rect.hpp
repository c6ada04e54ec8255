// Rectangles of images, inside each other or not.
#pragma once

#include <lenslet/image.hpp>

namespace lenslet {

inline Rect rect_of(Size size) {
  return {0, 0, size.width, size.height};
}

// Tells whether a rectangle lies in another. Neither is empty, and no sum overflows.
bool is_inside(const Rect& inner, const Rect& outer);

// Throw invalid_argument where the rectangle is empty or not inside an image of that size. check_region speaks of one
// to compute or to look at, check_part of one that memory holds.
void check_region(const Rect& region, Size whole);
void check_part(const Rect& part, Size whole);

}  // namespace lenslet
