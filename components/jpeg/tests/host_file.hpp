// Makes files by libjpeg-turbo, with which others are compared.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <vector>

#include <jpeglib.h>

#include <lenslet/image.hpp>

namespace lenslet {

using SetUp = std::function<void(jpeg_compress_struct&)>;

// Encodes an image of u8 with 1, 3 or 4 channels: grey, RGB or CMYK. `set` changes libjpeg's defaults. `begun`, if
// given, writes markers after the first ones. Ends the program where libjpeg-turbo fails.
std::vector<std::byte> host_file(const ImageView& image, const SetUp& set, const SetUp& begun = {});

}  // namespace lenslet
