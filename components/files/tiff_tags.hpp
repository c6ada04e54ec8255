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

// How a page of a stack lies in strips.
struct StripTags {
  std::int64_t rows;
  int bands = 0;           // of a picture of many bands; 0: the channels of the image's format
  bool is_planar = false;  // each band has strips of its own
  bool is_first = true;    // the page that has what is known beside the pixels
};
void set_strip_tags(const TiffImage& image, Size size, const StripTags& tags, TiffFile& file);

}  // namespace lenslet::io
