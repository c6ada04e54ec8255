// What libjpeg-turbo decodes: whole images, or only coefficients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "jpeg/parse.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

struct HostPixels {
  Image image;  // grey or RGB
  std::vector<std::string> warnings;
};

// Decodes a file like `djpeg -dct int`, `scale` times smaller. For CMYK the inks are multiplied. Throws io with
// libjpeg-turbo's message, and unsupported for other colours.
HostPixels host_pixels(std::span<const std::byte> file, const Header& header, int scale);

// The order of a component's blocks: row by row, as in Frame, or MCU by MCU, as in files.
enum class BlockOrder : std::uint8_t { rows, mcus };

struct HostCoefficients {
  std::vector<std::int16_t> coefficients;  // component by component
  std::vector<QuantTable> quant;           // of each component
  std::vector<std::string> warnings;
};

HostCoefficients host_coefficients(std::span<const std::byte> file, const Frame& frame,
                                   BlockOrder order = BlockOrder::rows);

}  // namespace lenslet::codec
#pragma GCC visibility pop
