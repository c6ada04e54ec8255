// Images to time and to prove stencils with.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/image.hpp>
#include <lenslet/schedule.hpp>

#pragma GCC visibility push(default)
namespace lenslet::stencil {

// The image that is timed: the same numbers for the same size and format.
Image noise(Size size, PixelFormat format);

// Every value of the integer types. Floating types get several magnitudes and both signs.
Image random_image(Size size, PixelFormat format, std::uint32_t seed);

// The part of an image that one work-group computes, in pixels.
Size pixels_of_group(const Schedule& schedule, int channels);

// Sizes smaller than masks, prime sizes, and one pixel more than the tile.
std::vector<Size> small_sizes(const Schedule& schedule, int channels);

}  // namespace lenslet::stencil
#pragma GCC visibility pop
