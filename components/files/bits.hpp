// Plain PBM (P1): bits as text, which libvips reads only where blanks stand between them.
#pragma once

#include <filesystem>

#include <lenslet/image.hpp>

#include "files/pnm_header.hpp"

namespace lenslet::io {

// Reads a u8 image that is 0 where the bit is 1, which is black, and 255 elsewhere. check_numbers must have accepted
// the file's text.
Image read_bits(const std::filesystem::path& path, const PnmHeader& header);

}  // namespace lenslet::io
