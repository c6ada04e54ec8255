// Estimates the memory of libvips's readers and writers. Most walk over rows; some hold a whole image.
#pragma once

#include <cstdint>

#include "files/open.hpp"

namespace lenslet::io {

// Returns the bytes of read_image's result, of the image before it is turned, and of what its codec holds.
std::uint64_t reading_bytes(const OpenImage& file);

// Returns the bytes that a saver's codec holds (`saver` is libvips's name), and those of a copy of the pixels if one is
// made.
std::uint64_t writing_bytes(std::string_view saver, Size size, PixelFormat format);

}  // namespace lenslet::io
