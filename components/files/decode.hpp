// What happens to the samples of a file that libvips has opened, whether pixels are read at once or row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "files/open.hpp"

namespace lenslet::io {

// Returns the image with samples of the header's type.
vips::VImage with_own_type(const OpenImage& file);

// Scales samples of a PNM file whose white is not the type's. The samples lie without gaps.
void stretch(const OpenImage& file, std::byte* samples, std::int64_t count);

// Decodes all pixels. The codec's memory is freed before another copy of the image is made.
FileImage read_opened(OpenImage file, const ReadOptions& options);

// Returns notes on the file for the user.
std::vector<std::string> notes_on(const OpenImage& file);

// Returns how libtiff's reader changes the samples of such a file.
std::vector<std::string> sample_notes(const TiffFacts& facts);

std::string note_on(const JpegMistakes& mistakes);

}  // namespace lenslet::io
