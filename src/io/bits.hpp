// Plain PBM (P1): bits as text, which libvips reads only where blanks stand between them.
#pragma once

#include <filesystem>

#include <lenslet/image.hpp>

#include "io/pnm_header.hpp"

namespace lenslet::io {

// A u8 image of 255, and 0 where the bit is 1, which is black. The file's text is one that check_numbers accepted.
Image read_bits(const std::filesystem::path& path, const PnmHeader& header);

}  // namespace lenslet::io
