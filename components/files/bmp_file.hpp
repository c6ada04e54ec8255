// BMP files as images of libvips, which itself reads them only through ImageMagick.
#pragma once

#include <filesystem>

#include "files/vips.hpp"

namespace lenslet::io {

inline constexpr char bmp_loader[] = "bmpload";  // stands for a loader of libvips

// Opens a file. Its rows are read when they are asked for, in any order. `path` is the name in messages. Throws Error
// of kind io or unsupported, "cannot read 'PATH': ...".
vips::VImage open_bmp(const std::filesystem::path& path);

}  // namespace lenslet::io
