// The standard's example tables, scaled by a quality.
#include "jpeg/quantization.hpp"

#include <algorithm>

namespace lenslet::codec {
namespace {

// T.81 tables K.1 and K.2.
constexpr QuantTable luminance = {16, 11, 10, 16, 24,  40,  51,  61,   //
                                  12, 12, 14, 19, 26,  58,  60,  55,   //
                                  14, 13, 16, 24, 40,  57,  69,  56,   //
                                  14, 17, 22, 29, 51,  87,  80,  62,   //
                                  18, 22, 37, 56, 68,  109, 103, 77,   //
                                  24, 35, 55, 64, 81,  104, 113, 92,   //
                                  49, 64, 78, 87, 103, 121, 120, 101,  //
                                  72, 92, 95, 98, 112, 100, 103, 99};

constexpr QuantTable chrominance = {17, 18, 24, 47, 99, 99, 99, 99,  //
                                    18, 21, 26, 66, 99, 99, 99, 99,  //
                                    24, 26, 56, 99, 99, 99, 99, 99,  //
                                    47, 66, 99, 99, 99, 99, 99, 99,  //
                                    99, 99, 99, 99, 99, 99, 99, 99,  //
                                    99, 99, 99, 99, 99, 99, 99, 99,  //
                                    99, 99, 99, 99, 99, 99, 99, 99,  //
                                    99, 99, 99, 99, 99, 99, 99, 99};

// Walks along the anti-diagonals, upwards on the even ones.
constexpr std::array<std::uint8_t, block_samples> zigzag() {
  std::array<std::uint8_t, block_samples> order{};
  std::size_t place = 0;
  for (int diagonal = 0; diagonal < 2 * block_side - 1; ++diagonal)
    for (int step = 0; step <= diagonal; ++step) {
      const int row = diagonal % 2 == 0 ? diagonal - step : step, column = diagonal - row;
      if (row < block_side && column < block_side)
        order[place++] = static_cast<std::uint8_t>(row * block_side + column);
    }
  return order;
}

}  // namespace

const std::array<std::uint8_t, block_samples> natural_order = zigzag();

// Quality 50 uses the tables as they are, 100 has only ones, and 1 has fifty times the entries.
QuantTable quant_table(Channel channel, int quality, bool baseline) {
  const int percent = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  QuantTable table = channel == Channel::luminance ? luminance : chrominance;
  for (std::uint16_t& entry : table)
    entry = static_cast<std::uint16_t>(std::clamp((entry * percent + 50) / 100, 1, baseline ? 255 : 32767));
  return table;
}

}  // namespace lenslet::codec
