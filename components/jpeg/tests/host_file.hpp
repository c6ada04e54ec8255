// Files that libjpeg-turbo makes, which others are compared with.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <vector>

#include <jpeglib.h>

#include <lenslet/image.hpp>

namespace lenslet {

using SetUp = std::function<void(jpeg_compress_struct&)>;

// Encodes an image of u8 with 1, 3 or 4 channels: grey, RGB or CMYK. `set` changes what libjpeg's defaults are, and
// `begun`, where it is given, writes markers behind the first ones. Ends the program where libjpeg-turbo fails.
std::vector<std::byte> host_file(const ImageView& image, const SetUp& set, const SetUp& begun = {});

}  // namespace lenslet
