// BMP files as images of libvips, which itself has ImageMagick read them.
#pragma once

#include <filesystem>

#include "files/vips.hpp"

namespace lenslet::io {

inline constexpr char bmp_loader[] = "bmpload";  // what stands in the place of a loader of libvips's

// The image's rows are read when they are asked for, in any order. `path` is the name for messages. Throws Error of
// kind io or unsupported, "cannot read 'PATH': ...".
vips::VImage open_bmp(const std::filesystem::path& path);

}  // namespace lenslet::io
