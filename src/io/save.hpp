// Saves an image of libvips's into a file: beside its target, then renamed.
#pragma once

#include <filesystem>

#include <lenslet/image_file.hpp>

#include "io/formats.hpp"
#include "io/vips.hpp"

namespace lenslet::io {

struct Picture {
  const Format& format;
  vips::VImage source;
  bool half_colours = false;  // of JPEG files up to the usual quality
  int quality = 90;
};

// Returns the interpretation that the saver expects: with another one it moves samples to another scale or colour
// space.
VipsInterpretation interpretation_for(PixelType type, Layout layout);

VipsBandFormat band_format(PixelType type);

// Throws as write_image does.
void save(const std::filesystem::path& path, Picture picture, const WriteOptions& options);

}  // namespace lenslet::io
