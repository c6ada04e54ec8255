// Estimates how much memory libvips's readers and writers take: most walk over rows, some hold a whole image.
#pragma once

#include <cstdint>

#include "files/open.hpp"

namespace lenslet::io {

// Returns the bytes of the image that read_image returns, of what it is turned from, and of what its codec holds.
std::uint64_t reading_bytes(const OpenImage& file);

// Returns the bytes that a saver's codec holds, by libvips's name of it, and those of a copy of the pixels where one is
// made.
std::uint64_t writing_bytes(std::string_view saver, Size size, PixelFormat format);

}  // namespace lenslet::io
