// What the description of a file's pages says of one of them.
#pragma once

#include <string>

#include "files/open.hpp"

namespace lenslet::io {

struct PageDescription {
  std::string text = {};      // for a file of this page alone; empty where nothing is known
  double xres = 1, yres = 1;  // of the first page, where ImageJ's description names their unit
};

// Reads the description in the first page of a TIFF file of several: the distances of pixels are those of each page.
PageDescription page_description(const OpenImage& file);

}  // namespace lenslet::io
