// Rectangles of images, inside each other or not.
#pragma once

#include <lenslet/image.hpp>

namespace lenslet {

inline Rect rect_of(Size size) {
  return {0, 0, size.width, size.height};
}

// Of rectangles that are not empty, without a sum that could overflow.
bool is_inside(const Rect& inner, const Rect& outer);

// Throw invalid_argument where the rectangle is empty or not inside an image of that size: one to compute or to look
// at, and one that memory holds.
void check_region(const Rect& region, Size whole);
void check_part(const Rect& part, Size whole);

}  // namespace lenslet
