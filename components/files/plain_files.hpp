// Writes formats that are a header and rows. libvips 8.14 pads rows of PBM wrongly if they are no whole bytes, and
// would need ImageMagick for BMP.
#pragma once

#include <filesystem>
#include <string_view>

#include <vips/vips8>

#include "system/target_file.hpp"

namespace lenslet::io {

// These names stand for a saver of libvips in the table of formats.
inline constexpr char pbm_saver[] = "lenslet_pbm", bmp_saver[] = "lenslet_bmp";

bool is_plain(std::string_view saver);

// Asks the image for its rows in their order, and writes them. Throws unsupported for a sample that PBM cannot hold,
// and io if the image's rows cannot be made. `path` is the name in messages.
void write_plain(std::string_view saver, const vips::VImage& image, system::TargetFile& target,
                 const std::filesystem::path& path);

}  // namespace lenslet::io
