// Opens an image file: libvips reads its header.
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
  std::filesystem::path path;  // in the user's words
  std::string_view loader;     // libvips's name: "pngload"
  vips::VImage image;          // its pixels are decoded from top to bottom when they are asked for
  ImageHeader header;
  VipsCoding coding = VIPS_CODING_NONE;  // the file's; `image` has its samples unpacked
  std::optional<PnmHeader> pnm = {};     // of a PNM or PFM file
  std::optional<TiffFacts> tiff = {};    // of a TIFF file
  PngColours png = {};                   // of a PNG file
  std::shared_ptr<JpegRows> jpeg = {};   // decodes the pixels of a JPEG file, if they are wanted
  bool is_chosen = false;                // whether the caller chose the page, or takes all
  int orientation = 1;                   // as in EXIF; PFM files begin with their lowest row
};

// Reading pixels needs more than the header: the numbers of a text, or a decoder.
enum class Wanted : std::uint8_t { header, pixels };

// All pages or frames as one tall image, for formats whose pages libvips joins.
enum class Frames : std::uint8_t { one, all };

// Throws Error with what is wrong with the file, its header, or the limits.
OpenImage open_image(const std::filesystem::path& path, const ReadOptions& options, Wanted wanted = Wanted::pixels,
                     Frames frames = Frames::one);

}  // namespace lenslet::io
