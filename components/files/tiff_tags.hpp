// A TIFF file's tags for an image: the same as those of libvips's saver.
#pragma once

#include <lenslet/image_file.hpp>

#include "files/formats.hpp"
#include "files/metadata.hpp"
#include "files/tiff_file.hpp"
#include "files/vips.hpp"

namespace lenslet::io {

struct TiffImage {
  PixelFormat format;
  Layout layout;
  vips::VImage fields;  // without pixels: what is known beside them
  Beside beside;
};

// Sets the tags of the next directory, of an image or of a smaller level.
void set_tags(const TiffImage& image, Size size, bool is_level, TiffFile& file);

}  // namespace lenslet::io
