// How much memory libvips's readers and writers take: most walk over rows, some hold a whole image.
#pragma once

#include <cstdint>

#include "io/open.hpp"

namespace lenslet::io {

// The image that read_image returns, what it is turned from, and what its codec holds.
std::uint64_t reading_bytes(const OpenImage& file);

// What the codec of a saver holds, by libvips's name of it, and a copy of the pixels where one is made.
std::uint64_t writing_bytes(std::string_view saver, Size size, PixelFormat format);

}  // namespace lenslet::io
