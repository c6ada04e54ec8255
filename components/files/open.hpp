// Opens an image file, so that libvips has read its header.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include <lenslet/image_file.hpp>

#include "files/jpeg_rows.hpp"
#include "files/png_colours.hpp"
#include "files/pnm_header.hpp"
#include "files/tiff_facts.hpp"
#include "files/vips.hpp"

namespace lenslet::io {

struct OpenImage {
  std::filesystem::path path;  // as the user wrote it
  std::string_view loader;     // libvips's name: "pngload"
  vips::VImage image;          // its pixels are decoded when they are asked for, from top to bottom
  ImageHeader header;
  VipsCoding coding = VIPS_CODING_NONE;  // of the file, whose samples `image` has unpacked
  std::optional<PnmHeader> pnm = {};     // of a PNM or PFM file
  std::optional<TiffFacts> tiff = {};    // of a TIFF file
  PngColours png = {};                   // of a PNG file
  std::shared_ptr<JpegRows> jpeg = {};   // decodes the pixels of a JPEG file, where they are wanted
  int orientation = 1;                   // as EXIF counts; PFM files begin with their lowest row
};

// Pixels need more than what a header says: the numbers of a text, a decoder.
enum class Wanted : std::uint8_t { header, pixels };

// Throws Error that says what is wrong with the file, with its header, or with the limits.
OpenImage open_image(const std::filesystem::path& path, const ReadOptions& options, Wanted wanted = Wanted::pixels);

}  // namespace lenslet::io
