// Huffman tables: the standard's, those made for an image, and the codes of either.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "jpeg/quantization.hpp"

namespace lenslet::codec {

inline constexpr int max_code_length = 16;  // bits
inline constexpr int max_symbols = 256;

enum class HuffmanClass : std::uint8_t { dc, ac };

// A table as a file has it (T.81 B.2.4.2): how many codes of each length there are, and their symbols, shortest first.
struct HuffmanTable {
  std::array<std::uint8_t, max_code_length + 1> counts{};  // of codes of 1 to 16 bits; [0] is 0
  std::vector<std::uint8_t> symbols;

  bool operator==(const HuffmanTable&) const = default;
};

// T.81 K.3.
HuffmanTable standard_table(HuffmanClass which, Channel channel);

// The table by which these counts of symbols take the fewest bits, as T.81 K.2 makes it with codes of 16 bits at most
// and none of ones alone: that of libjpeg for the same counts.
HuffmanTable optimal_table(std::span<const std::uint32_t, max_symbols> counts);

// Each symbol's code in the low bits, and its length in bits from bit 16 on; 0 for a symbol without a code.
std::array<std::uint32_t, max_symbols> codes_of(const HuffmanTable& table);

}  // namespace lenslet::codec
