// The segments of a JPEG file that hold metadata (ITU-T T.81, annex B: applications' data and comments).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <lenslet/image.hpp>

namespace lenslet::io {

// Returns how many bytes of a file its beginning takes, up to the first segment of another kind; 0 for what does not
// begin as a JPEG file.
std::size_t metadata_bytes(std::string_view file);

// Sets the size of the image that EXIF data repeats, where it does, in a beginning as above.
void set_exif_size(std::string& beginning, Size size);

}  // namespace lenslet::io
