// Descriptions of scientific TIFF files, which say how large the image is: those of OME, ImageJ and tifffile.
#pragma once

#include <string>

#include <lenslet/placement.hpp>
#include <lenslet/value.hpp>

namespace lenslet::io {

struct DescribedChange {
  ImageType before, after;
  Placement placement = {};   // of the image after in the one before
  bool is_as_in_file = true;  // the type and channels of the image before
};

struct Description {
  std::string text;
  std::string lost = {};  // why it is not kept; empty where it is
};

// Returns what the description becomes where the image does. Any other text stays as it is.
Description described(const std::string& text, const DescribedChange& change);

}  // namespace lenslet::io
