// Pixels of TIFF files that libtiff reads in libvips's place, as an image of libvips: see is_read_by_libtiff().
#pragma once

#include <cstdint>
#include <filesystem>

#include "files/tiff_facts.hpp"
#include "files/tiff_input.hpp"
#include "files/vips.hpp"

namespace lenslet::io {

// Returns the image, of u8, u16 or floats, with the fields that libvips would set. Its pixels are decoded when they are
// asked for. Throws unsupported for pictures in planes or with absent parts that are not grey, RGB or CMYK.
vips::VImage open_by_libtiff(const std::filesystem::path& path, const TiffFacts& facts);

// Returns an image without pixels of the directory at which the file stands, with the fields that libvips would set.
vips::VImage fields_by_libtiff(const TiffInput& file, const TiffFacts& facts);

// Returns the bytes that it holds beside the pixels that are asked for.
std::uint64_t held_by_libtiff(const std::filesystem::path& path, const TiffFacts& facts);

}  // namespace lenslet::io
