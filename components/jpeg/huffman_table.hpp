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

// A table as in files (T.81 B.2.4.2): the number of codes of each length, and their symbols, shortest first.
struct HuffmanTable {
  std::array<std::uint8_t, max_code_length + 1> counts{};  // of codes of 1 to 16 bits; [0] is 0
  std::vector<std::uint8_t> symbols;

  bool operator==(const HuffmanTable&) const = default;
};

// Returns a table of T.81 K.3.
HuffmanTable standard_table(HuffmanClass which, Channel channel);

// Returns the table with which these counts of symbols take the fewest bits. It is made by T.81 K.2, with codes of at
// most 16 bits and no code of only ones, and equals libjpeg's for the same counts.
HuffmanTable optimal_table(std::span<const std::uint32_t, max_symbols> counts);

// Returns for each symbol its code in the low bits and the code's length from bit 16 on; 0 for a symbol without a code.
std::array<std::uint32_t, max_symbols> codes_of(const HuffmanTable& table);

}  // namespace lenslet::codec
