// The standard's tables, and the making of optimal ones.
#include "jpeg/huffman_table.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace lenslet::codec {
namespace {

// T.81 tables K.3 and K.4: the lengths of codes. Their symbols are 0 to 11 in order.
constexpr std::array<std::uint8_t, max_code_length + 1> dc_luminance = {0, 0, 1, 5, 1, 1, 1, 1, 1, 1};
constexpr std::array<std::uint8_t, max_code_length + 1> dc_chrominance = {0, 0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1};
constexpr int dc_symbols = 12;

// T.81 tables K.5 and K.6.
constexpr std::array<std::uint8_t, max_code_length + 1> ac_luminance = {0, 0, 2, 1, 3, 3, 2, 4,  3,
                                                                        5, 5, 4, 4, 0, 0, 1, 125};
constexpr std::array<std::uint8_t, max_code_length + 1> ac_chrominance = {0, 0, 2, 1, 2, 4, 4, 3,  4,
                                                                          7, 5, 4, 4, 0, 1, 2, 119};
constexpr std::uint8_t ac_luminance_symbols[] = {
    0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07, 0x22, 0x71,
    0x14, 0x32, 0x81, 0x91, 0xa1, 0x08, 0x23, 0x42, 0xb1, 0xc1, 0x15, 0x52, 0xd1, 0xf0, 0x24, 0x33, 0x62, 0x72,
    0x82, 0x09, 0x0a, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x34, 0x35, 0x36, 0x37,
    0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59,
    0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x83,
    0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0xa2, 0xa3,
    0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xc2, 0xc3,
    0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda, 0xe1, 0xe2,
    0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa};
constexpr std::uint8_t ac_chrominance_symbols[] = {
    0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71, 0x13, 0x22,
    0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xa1, 0xb1, 0xc1, 0x09, 0x23, 0x33, 0x52, 0xf0, 0x15, 0x62, 0x72, 0xd1,
    0x0a, 0x16, 0x24, 0x34, 0xe1, 0x25, 0xf1, 0x17, 0x18, 0x19, 0x1a, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x35, 0x36,
    0x37, 0x38, 0x39, 0x3a, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58,
    0x59, 0x5a, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a,
    0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a,
    0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xb2, 0xb3, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba,
    0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xd9, 0xda,
    0xe2, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7, 0xf8, 0xf9, 0xfa};

// An additional symbol takes the code of only ones, which no other symbol may have.
constexpr std::size_t all_symbols = max_symbols + 1;

// Huffman's trees, which are merged until one is left.
class Forest {
 public:
  explicit Forest(std::span<const std::uint32_t, max_symbols> counts) {
    std::ranges::copy(counts, weights_.begin());
    weights_.back() = 1;
    std::iota(trees_.begin(), trees_.end(), std::size_t{0});
  }

  // Returns the depth of each symbol, 0 for symbols that never occur.
  std::array<int, all_symbols> depths() {
    while (true) {
      const std::size_t first = lightest(all_symbols), second = lightest(first);
      if (second == all_symbols) return depths_;
      merge(first, second);
    }
  }

 private:
  // Returns the tree of least weight other than `other`; of several the one of the largest symbol.
  std::size_t lightest(std::size_t other) const {
    std::size_t found = all_symbols;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < all_symbols; ++i)
      if (i != other && weights_[i] > 0 && weights_[i] <= least) least = weights_[found = i];
    return found;
  }

  void merge(std::size_t to, std::size_t from) {
    weights_[to] += std::exchange(weights_[from], 0);
    for (std::size_t symbol = 0; symbol < all_symbols; ++symbol) {
      if (trees_[symbol] != to && trees_[symbol] != from) continue;
      trees_[symbol] = to;
      ++depths_[symbol];
    }
  }

  std::array<std::uint64_t, all_symbols> weights_{};
  std::array<std::size_t, all_symbols> trees_{};  // the tree of each symbol
  std::array<int, all_symbols> depths_{};
};

// Moves pairs of codes that are too long up to where there is room (T.81 figure K.3), and removes the longest code,
// which belongs to the additional symbol.
std::array<std::uint8_t, max_code_length + 1> limited(std::array<int, all_symbols + 1> counts) {
  for (std::size_t length = all_symbols; length > max_code_length; --length)
    while (counts[length] > 0) {
      std::size_t shorter = length - 2;
      while (counts[shorter] == 0) --shorter;
      counts[length] -= 2;
      ++counts[length - 1];
      counts[shorter + 1] += 2;
      --counts[shorter];
    }
  std::size_t longest = max_code_length;
  while (counts[longest] == 0) --longest;
  --counts[longest];
  std::array<std::uint8_t, max_code_length + 1> result{};
  std::ranges::copy_n(counts.begin(), result.size(), result.begin());
  return result;
}

}  // namespace

HuffmanTable standard_table(HuffmanClass which, Channel channel) {
  const bool luminance = channel == Channel::luminance;
  if (which == HuffmanClass::dc) {
    HuffmanTable table{luminance ? dc_luminance : dc_chrominance, std::vector<std::uint8_t>(dc_symbols)};
    std::iota(table.symbols.begin(), table.symbols.end(), std::uint8_t{0});
    return table;
  }
  if (luminance) return {ac_luminance, {std::begin(ac_luminance_symbols), std::end(ac_luminance_symbols)}};
  return {ac_chrominance, {std::begin(ac_chrominance_symbols), std::end(ac_chrominance_symbols)}};
}

HuffmanTable optimal_table(std::span<const std::uint32_t, max_symbols> counts) {
  const std::array<int, all_symbols> depths = Forest(counts).depths();
  std::array<int, all_symbols + 1> of_length{};
  for (const int depth : depths)
    if (depth > 0) ++of_length[static_cast<std::size_t>(depth)];
  HuffmanTable table{limited(of_length), {}};
  for (std::size_t symbol = 0; symbol < max_symbols; ++symbol)
    if (depths[symbol] > 0) table.symbols.push_back(static_cast<std::uint8_t>(symbol));
  std::ranges::stable_sort(table.symbols, {}, [&](std::uint8_t symbol) { return depths[symbol]; });
  return table;
}

std::array<std::uint32_t, max_symbols> codes_of(const HuffmanTable& table) {
  std::array<std::uint32_t, max_symbols> codes{};
  std::uint32_t code = 0;
  std::size_t next = 0;
  for (std::uint32_t length = 1; length <= max_code_length; ++length, code <<= 1)
    for (int i = 0; i < table.counts[length]; ++i) codes[table.symbols[next++]] = length << 16 | code++;
  return codes;
}

}  // namespace lenslet::codec
