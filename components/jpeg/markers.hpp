// Writes the parts of a file before and after the coded image, in libjpeg's order.
#pragma once

#include <cstddef>
#include <vector>

#include <lenslet/jpeg.hpp>

#include "jpeg/frame.hpp"
#include "jpeg/huffman_table.hpp"

namespace lenslet::codec {

// The tables that code an image: those of luminance, and with colours those of chrominance.
struct CodingTables {
  std::vector<QuantTable> quant;
  std::vector<HuffmanTable> dc, ac;
};

// SOI, JFIF's APP0, EXIF, ICC, tables, frame and scan.
std::vector<std::byte> header_of(const Frame& frame, const CodingTables& tables, const Jpeg& options);

}  // namespace lenslet::codec
