// The pages of a stack in the strips of a TIFF file.
#pragma once

#include <filesystem>
#include <string>

#include <lenslet/stack_file.hpp>

#include "files/tiff_tags.hpp"

namespace lenslet::io {

// What a stack is written as.
struct TiffStack {
  const Stack& stack;
  bool is_bands = false;        // one picture; its pages are bands
  bool is_interleaved = false;  // and these lie pixel by pixel
  std::string description = {};
  PageStep x = {}, y = {};  // distances of pixels in ImageJ's unit; else the resolution is that of the fields
};

// Writes the file, or throws Error of kind io and leaves nothing.
void write_tiff_stack(const std::filesystem::path& path, const TiffStack& pages, const TiffImage& image,
                      const WriteOptions& options);

}  // namespace lenslet::io
