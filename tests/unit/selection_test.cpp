// Networks by the 0-1 principle, on words of 64 inputs; and which ways to select a rank serve what.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "problem_support.hpp"
#include "stencil/selection.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

using Words = std::vector<std::uint64_t>;

// The sample of the rank of zeros and ones is a one where more samples than those above the rank are.
std::uint64_t ones_at_rank(const Words& samples, int rank) {
  std::uint64_t result = 0;
  for (int lane = 0; lane < 64; ++lane) {
    int ones = 0;
    for (const std::uint64_t word : samples) ones += static_cast<int>(word >> lane & 1);
    if (ones >= static_cast<int>(samples.size()) - rank) result |= std::uint64_t{1} << lane;
  }
  return result;
}

std::uint64_t by_network(Words samples, int rank) {
  for (const auto& [a, b] : stencil::selection_network(static_cast<int>(samples.size()), rank)) {
    std::uint64_t& first = samples[static_cast<std::size_t>(a)];
    std::uint64_t& second = samples[static_cast<std::size_t>(b)];
    const std::uint64_t lower = first & second;
    second |= first;
    first = lower;
  }
  return samples[static_cast<std::size_t>(rank)];
}

TEST(SelectionNetwork, FindsEveryRankOfAllInputsOfFewSamples) {
  constexpr std::uint64_t low[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                   0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  for (const std::size_t samples : {1U, 3U, 5U, 7U, 9U})
    for (std::uint64_t word = 0; word < 8; ++word) {
      Words inputs;
      for (std::size_t k = 0; k < samples; ++k)
        inputs.push_back(k < 6 ? low[k] : (word >> (k - 6) & 1 ? ~std::uint64_t{0} : 0));
      for (int rank = 0; rank < static_cast<int>(samples); ++rank)
        ASSERT_EQ(by_network(inputs, rank), ones_at_rank(inputs, rank)) << samples << " samples, rank " << rank;
    }
}

TEST(SelectionNetwork, FindsRanksOfManySamples) {
  std::mt19937_64 random(1);
  for (const std::size_t samples : {15U, 21U, 25U, 35U, 49U})
    for (int round = 0; round < 50; ++round) {
      Words inputs(samples);
      for (std::uint64_t& word : inputs) word = random();
      const auto last = static_cast<int>(samples) - 1;
      for (const int rank : {0, 1, last / 2 - 1, last / 2, last / 2 + 2, last})
        ASSERT_EQ(by_network(inputs, rank), ones_at_rank(inputs, rank)) << samples << " samples, rank " << rank;
    }
}

TEST(Selection, OfARankAlone) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.local_memory = 1 << 16;
  const auto rule = [&](const char* spelling, const Call& call, SampleType type) {
    const auto broken = stencil::excluded(parse_schedule(spelling), problem(call, type), device);
    return broken ? broken->reason : "";
  };
  const char* columns = "buffer.direct.single.literal.branch.v16.x1.y1.g1x1.columns";
  const Call median{"median", {{"ksize", 31L}}};
  EXPECT_EQ(rule(columns, median, SampleType::u8), "");
  EXPECT_THAT(rule(columns, median, SampleType::u16), testing::HasSubstr("not of u16"));
  EXPECT_THAT(rule(columns, {"dilate"}, SampleType::u8), testing::HasSubstr("sample of a rank"));
  EXPECT_THAT(rule("buffer.direct.single.literal.branch.v16.x1.y1.g64x1", median, SampleType::u8),
              testing::HasSubstr("961 samples"));
  EXPECT_EQ(rule("buffer.direct.single.literal.branch.v16.x1.y1.g64x1.bitwise", median, SampleType::f32), "");
  EXPECT_THAT(rule("buffer.direct.single.literal.branch.v4.x1.y1.g64x1.histogram", median, SampleType::u8),
              testing::HasSubstr("write v1, x1"));
}

}  // namespace
}  // namespace lenslet
