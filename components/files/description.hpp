// Descriptions in scientific TIFF files that state the image's size: those of OME, ImageJ and tifffile.
#pragma once

#include <string>

#include <lenslet/placement.hpp>
#include <lenslet/value.hpp>

namespace lenslet::io {

struct DescribedChange {
  ImageType before, after;
  Placement placement = {};   // of the new image in the old one
  bool is_as_in_file = true;  // whether type and channels are those of the old image
};

struct Description {
  std::string text;
  std::string lost = {};  // why it is lost; empty if it is kept
};

// Returns the description for the changed image. Any other text stays as it is.
Description described(const std::string& text, const DescribedChange& change);

}  // namespace lenslet::io
