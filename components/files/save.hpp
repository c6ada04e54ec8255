// Saves an image of libvips to a temporary file beside its target, then renames it.
#pragma once

#include <filesystem>
#include <string>

#include <lenslet/image_file.hpp>

#include "files/formats.hpp"
#include "files/metadata.hpp"
#include "files/vips.hpp"

namespace lenslet::io {

struct Picture {
  const Format& format;
  vips::VImage source;
  bool half_colours = false;  // for a JPEG file: there is nothing finer to keep
  Layout layout = rgb;
  Beside beside = {};
};

// Throws invalid_argument for options out of their range.
void check_options(const WriteOptions& options);

// Returns the sampling of a JPEG file, "4:2:0". `half_colours` as above.
std::string jpeg_sampling(bool half_colours, const WriteOptions& options);

// Returns the interpretation that the saver expects. With another one it would change samples to another scale or
// colour space.
VipsInterpretation interpretation_for(SampleType type, Layout layout);

VipsBandFormat band_format(SampleType type);

// Wraps an image without gaps for libvips; the pixels stay in place. Throws io, with `path` in the message.
vips::VImage wrapped(const std::filesystem::path& path, const Image& image, Layout layout);

// Throws like write_image.
void save(const std::filesystem::path& path, Picture picture, const WriteOptions& options);

}  // namespace lenslet::io
