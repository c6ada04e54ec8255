// Quantisation tables and the zig-zag order of coefficients.
#pragma once

#include <array>
#include <cstdint>

#include "jpeg/frame.hpp"

#pragma GCC visibility push(default)
namespace lenslet::codec {

// The entries row by row, as coefficients lie in memory.
using QuantTable = std::array<std::uint16_t, block_samples>;

// For each place in zig-zag order the place row by row (T.81 figure A.6).
extern const std::array<std::uint8_t, block_samples> natural_order;

enum class Channel : std::uint8_t { luminance, chrominance };

// Returns the tables of T.81 K.1, scaled like libjpeg's jpeg_set_quality; `quality` is 1 to 100. With `baseline` no
// entry exceeds 255.
QuantTable quant_table(Channel channel, int quality, bool baseline);

}  // namespace lenslet::codec
#pragma GCC visibility pop
