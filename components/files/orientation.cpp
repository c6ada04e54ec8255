// Turns an image upright, tile by tile: a quarter turn walks across the rows of one of the two images.
#include "files/orientation.hpp"

#include <algorithm>
#include <cstring>

namespace lenslet::io {
namespace {

struct StoredPixel {
  std::int64_t x;
  std::int64_t y;
};

// Returns the place in the stored image of the upright image's pixel (TIFF 6.0, tag 274).
StoredPixel stored_place(StoredPixel at, Size upright, int orientation) {
  const std::int64_t from_right = upright.width - 1 - at.x;
  const std::int64_t from_below = upright.height - 1 - at.y;
  switch (orientation) {
    case 2:
      return {from_right, at.y};
    case 3:
      return {from_right, from_below};
    case 4:
      return {at.x, from_below};
    case 5:
      return {at.y, at.x};
    case 6:
      return {at.y, from_right};
    case 7:
      return {from_below, from_right};
    case 8:
      return {from_below, at.x};
    default:
      return at;
  }
}

std::size_t pixel_offset(std::int64_t x, std::size_t bytes) {
  return static_cast<std::size_t>(x) * bytes;
}

}  // namespace

Size upright_size(Size stored, int orientation) {
  return exchanges_sides(orientation) ? Size{stored.height, stored.width} : stored;
}

Placement placement_of(int orientation, Size upright) {
  const auto width = static_cast<double>(upright.width), height = static_cast<double>(upright.height);
  const Placement across{.xx = -1, .x0 = width}, down{.yy = -1, .y0 = height};
  const Placement turn{.xx = 0, .xy = 1, .yx = 1, .yy = 0};
  const Placement both = within(across, down);
  const Placement placements[] = {
      {}, across, both, down, turn, within(turn, across), within(turn, both), within(turn, down)};
  return placements[orientation >= 1 && orientation <= 8 ? orientation - 1 : 0];
}

void turn_upright(const Image& stored, int orientation, Image& upright) {
  constexpr std::int64_t tile = 64;
  const Size size = upright.size();
  const std::size_t bytes = upright.format().bytes();
  const auto copy_run = [&](std::int64_t left, std::int64_t y) {
    for (std::int64_t x = left; x < std::min(left + tile, size.width); ++x) {
      const StoredPixel from = stored_place({x, y}, size, orientation);
      std::memcpy(upright.row(y) + pixel_offset(x, bytes), stored.row(from.y) + pixel_offset(from.x, bytes), bytes);
    }
  };
  for (std::int64_t top = 0; top < size.height; top += tile)
    for (std::int64_t left = 0; left < size.width; left += tile)
      for (std::int64_t y = top; y < std::min(top + tile, size.height); ++y) copy_run(left, y);
}

}  // namespace lenslet::io
