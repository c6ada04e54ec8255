// Images to time and to prove stencils with.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

namespace lenslet::stencil {

// The same numbers for the same size and format: what is timed.
Image noise(Size size, PixelFormat format);

// Every value of the integer types; for the floating ones several magnitudes and both signs.
Image random_image(Size size, PixelFormat format, std::uint32_t seed);

// The part of an image that one work-group computes, in pixels.
Size pixels_of_group(const Schedule& schedule, int channels);

// Smaller than masks, prime, and one pixel over the tile.
std::vector<Size> small_sizes(const Schedule& schedule, int channels);

}  // namespace lenslet::stencil
