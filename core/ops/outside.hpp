// The borders of ops, what those of geometry read of an image that one surrounds, and the pixel of a constant border.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lenslet/border.hpp>

#include "op/op.hpp"

namespace lenslet::ops {

// The borders of ops that read any distance outside the image, theirs first: nothing is there.
std::vector<Border> geometry_borders();

// The borders of ops whose windows read pixels outside, theirs first: the usual one.
std::vector<Border> window_borders();

// A stretch of places along a side, both ends included.
struct Stretch {
  std::int64_t first = 0, last = 0;
};

// Returns the least stretch of the side's `n` places that stand for all places of `asked`, or the whole side where it
// is hard to say. Where none does, as outside a constant border, returns one place.
Stretch stretch_inside(Stretch asked, std::int64_t n, Border border);

// The rectangle of the image whose pixels stand for all of `columns` and `rows`.
Rect rect_inside(Stretch columns, Stretch rows, Size image, Border border);

// The pixel of the constant border, as the image's format stores it.
std::vector<std::byte> outside_pixel(const op::Instance& problem);

}  // namespace lenslet::ops
