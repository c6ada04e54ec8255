// The data of the encoder's kernels: divisors, Huffman tables, the arrangement of images.
#include <gtest/gtest.h>

#include <numeric>

#include "jpeg/encode_divisors.hpp"
#include "jpeg/huffman_table.hpp"
#include "jpeg/scan_layout.hpp"

namespace lenslet::codec {
namespace {

// Divides like the kernel.
unsigned quotient(const std::vector<std::uint16_t>& divisors, std::size_t i, unsigned magnitude) {
  const unsigned sum = magnitude + divisors[128 + i];
  return (sum * divisors[i] >> 16) * divisors[64 + i] >> 16;
}

TEST(Divisors, RoundEveryCoefficientByEveryEntry) {
  constexpr unsigned most = 1U << 14;
  for (unsigned first = 1; first <= 8191; first += first < 256 ? 64 : 1000) {
    QuantTable table{};
    std::iota(table.begin(), table.end(), static_cast<std::uint16_t>(first));
    const std::vector<std::uint16_t> divisors = divisors_of({table});
    for (std::size_t i = 0; i < table.size(); ++i) {
      const unsigned divisor = 8U * table[i];
      const unsigned end = table[i] > 2100 ? 4U * 2100 : most;  // larger ones do not occur
      for (unsigned n = 0; n < end; ++n)
        ASSERT_EQ(quotient(divisors, i, n), (n + divisor / 2) / divisor) << n << " by " << divisor;
    }
  }
}

TEST(HuffmanTables, OfTheStandardHaveCodesOfAllSymbols) {
  for (const Channel channel : {Channel::luminance, Channel::chrominance}) {
    const auto codes = codes_of(standard_table(HuffmanClass::ac, channel));
    for (std::uint32_t run = 0; run < 16; ++run)
      for (std::uint32_t size = 1; size <= 10; ++size) EXPECT_GT(codes[run * 16 + size] >> 16, 1U);
    EXPECT_GT(codes[0x00], 0U);
    EXPECT_GT(codes[0xf0], 0U);
  }
}

// Counts that grow like Fibonacci's numbers make the deepest tree.
TEST(HuffmanTables, HaveCodesOfSixteenBitsAtMost) {
  std::array<std::uint32_t, max_symbols> counts{};
  counts[0] = counts[1] = 1;
  for (std::size_t i = 2; i < 40; ++i) counts[i] = counts[i - 1] + counts[i - 2];
  const HuffmanTable table = optimal_table(counts);
  EXPECT_EQ(table.symbols.size(), 40U);
  std::uint64_t used = 0;  // of all codes of 16 bits
  for (std::size_t length = 1; length <= max_code_length; ++length)
    used += std::uint64_t{table.counts[length]} << (max_code_length - length);
  EXPECT_LT(used, std::uint64_t{1} << max_code_length);  // no symbol has the code of only ones
}

TEST(HuffmanTables, OfOneSymbolHaveOneBit) {
  std::array<std::uint32_t, max_symbols> counts{};
  counts[5] = 9;
  const HuffmanTable table = optimal_table(counts);
  EXPECT_EQ(table.symbols, std::vector<std::uint8_t>{5});
  EXPECT_EQ(codes_of(table)[5], 1U << 16);
}

TEST(ScanLayout, DividesSegmentsIntoChunks) {
  const Frame frame = make_frame({100, 40}, components_for(3, "4:2:0"), 5);
  EXPECT_EQ(frame.mcus, (Size{7, 3}));
  EXPECT_EQ(frame.blocks, 21 * 6);
  const Batch batch = arrange({frame, frame}, 12, 600);
  EXPECT_EQ(batch.scans[0].chunk_mcus, 2);
  EXPECT_EQ(batch.scans[0].segment_chunks, 3);
  EXPECT_EQ(batch.scans[1].first_chunk, 4 * 3 + 1);  // the last segment has one MCU
  EXPECT_EQ(batch.chunks, 26);
  EXPECT_EQ(batch.first_block(1), 126);
}

}  // namespace
}  // namespace lenslet::codec
