// The EXIF orientation tag, 1 (upright) to 8, says how an image must be turned to stand upright.
#pragma once

#include <lenslet/image.hpp>
#include <lenslet/placement.hpp>

namespace lenslet::io {

inline constexpr int upside_down = 4;  // the last row first

inline bool exchanges_sides(int orientation) {
  return orientation >= 5;
}

Size upright_size(Size stored, int orientation);

// Fills `upright`, which has the upright size and the format of `stored`.
void turn_upright(const Image& stored, int orientation, Image& upright);

// Returns the place of the upright image in the stored one.
Placement placement_of(int orientation, Size upright);

}  // namespace lenslet::io
