// What libjpeg-turbo decodes: whole images, or coefficients alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "jpeg/parse.hpp"

namespace lenslet::codec {

struct HostPixels {
  Image image;  // grey or RGB
  std::vector<std::string> warnings;
};

// Decodes a file as `djpeg -dct int` does, `scale` times smaller; of CMYK the inks are multiplied. Throws io with
// libjpeg-turbo's message, unsupported for colours that are none of these.
HostPixels host_pixels(std::span<const std::byte> file, const Header& header, int scale);

// How the blocks of a component lie: row by row, as Frame has them, or MCU by MCU, as files have them.
enum class BlockOrder : std::uint8_t { rows, mcus };

struct HostCoefficients {
  std::vector<std::int16_t> coefficients;  // component by component
  std::vector<QuantTable> quant;           // of each component
  std::vector<std::string> warnings;
};

HostCoefficients host_coefficients(std::span<const std::byte> file, const Frame& frame,
                                   BlockOrder order = BlockOrder::rows);

}  // namespace lenslet::codec
