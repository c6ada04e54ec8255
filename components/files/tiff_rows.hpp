// Pixels of TIFF files that libtiff reads instead of libvips, as an image of libvips's: see is_read_by_libtiff().
#pragma once

#include <cstdint>
#include <filesystem>

#include "files/tiff_facts.hpp"
#include "files/vips.hpp"

namespace lenslet::io {

// Returns the image, of u8, u16 or floats, with the fields that libvips would give it; its pixels are decoded when they
// are asked for. Throws unsupported for pictures in planes or with absent parts that are neither grey, RGB nor CMYK.
vips::VImage open_by_libtiff(const std::filesystem::path& path, const TiffFacts& facts);

// Tells how many bytes it holds beside the pixels that are asked for.
std::uint64_t held_by_libtiff(const std::filesystem::path& path, const TiffFacts& facts);

}  // namespace lenslet::io
