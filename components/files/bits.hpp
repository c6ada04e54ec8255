// Plain PBM (P1): bits as text. libvips reads it only if blanks separate them.
#pragma once

#include <filesystem>

#include <lenslet/image.hpp>

#include "files/pnm_header.hpp"

namespace lenslet::io {

// Reads a u8 image that is 0 for a bit of 1, which is black, and 255 for 0. check_numbers must have accepted the file's
// text.
Image read_bits(const std::filesystem::path& path, const PnmHeader& header);

}  // namespace lenslet::io
