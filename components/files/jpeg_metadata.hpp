// The segments of a JPEG file with metadata (ITU-T T.81, annex B: applications' data and comments).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <lenslet/image.hpp>

namespace lenslet::io {

// Returns the length of a file's start, up to the first segment of another kind; 0 if it does not begin like a JPEG
// file.
std::size_t metadata_bytes(std::string_view file);

// Sets the image's size in the EXIF data of a file's start, if the data state a size.
void set_exif_size(std::string& beginning, Size size);

}  // namespace lenslet::io
