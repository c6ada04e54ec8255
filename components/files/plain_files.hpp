// Writers of formats that are a header and rows: PBM, whose rows libvips 8.14 pads wrongly where they are no whole
// bytes, and BMP, for which libvips would ask ImageMagick.
#pragma once

#include <filesystem>
#include <string_view>

#include <vips/vips8>

#include "system/target_file.hpp"

namespace lenslet::io {

// What the table of formats has in the place of a saver of libvips's.
inline constexpr char pbm_saver[] = "lenslet_pbm", bmp_saver[] = "lenslet_bmp";

bool is_plain(std::string_view saver);

// Asks the image for its rows in their order, and writes them. Throw unsupported for a sample that PBM does not hold,
// io where the image's rows cannot be made. `path` is the name for messages.
void write_plain(std::string_view saver, const vips::VImage& image, system::TargetFile& target,
                 const std::filesystem::path& path);

}  // namespace lenslet::io
