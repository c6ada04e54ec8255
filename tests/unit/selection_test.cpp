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
#include "stencil/tiling.hpp"

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

void order(Words& samples, const std::vector<std::pair<int, int>>& network) {
  for (const auto& [a, b] : network) {
    std::uint64_t& first = samples[static_cast<std::size_t>(a)];
    std::uint64_t& second = samples[static_cast<std::size_t>(b)];
    const std::uint64_t lower = first & second;
    second |= first;
    first = lower;
  }
}

std::uint64_t by_network(Words samples, int rank) {
  order(samples, stencil::selection_network(static_cast<int>(samples.size()), rank));
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

// Does what rank_tiles_level.cl does, and counts the windows whose result is wrong.
class Tiling {
 public:
  Tiling(Size window, Size tile, int rank)
      : window_(window),
        rank_(rank),
        width_(window.width + tile.width - 1),
        levels_(stencil::tiling_of(window, tile, rank)) {
    std::mt19937_64 random(static_cast<std::uint64_t>(rank));
    samples_.resize(static_cast<std::size_t>(width_ * (window.height + tile.height - 1)));
    for (std::uint64_t& sample : samples_) sample = random();
    halve(1, kept(ordered({}, 0, tile.width - 1, tile.height - 1), 0), {0, 0, tile.width, tile.height});
  }

  int windows() const { return windows_; }
  int wrong() const { return wrong_; }

 private:
  void halve(std::size_t number, const Words& known, const Rect& tile) {
    for (const bool second : {false, true}) {
      const bool rows = levels_[number].halves_rows;
      Rect half = tile;
      (rows ? half.width : half.height) /= 2;
      if (second) (rows ? half.x : half.y) += rows ? half.width : half.height;
      const std::int64_t left =
          rows ? (second ? tile.x + window_.width : tile.x + half.width - 1) : tile.x + tile.width - 1;
      const std::int64_t top =
          rows ? tile.y + tile.height - 1 : (second ? tile.y + window_.height : tile.y + half.height - 1);
      const Words samples = ordered(known, number, left, top);
      if (number + 1 < levels_.size())
        halve(number + 1, kept(samples, number), half);
      else
        compare(ranked(samples, number), half);
    }
  }

  // The known samples and those of a level's rectangle, whose first one is at (left, top).
  Words ordered(Words samples, std::size_t number, std::int64_t left, std::int64_t top) const {
    const stencil::TilingLevel& level = levels_[number];
    for (int x = 0; x < level.columns; ++x)
      for (int y = 0; y < level.rows; ++y) samples.push_back(at(left + x, top + y));
    order(samples, level.network);
    return samples;
  }

  Words kept(const Words& samples, std::size_t number) const {
    Words result;
    for (const int place : levels_[number].kept) result.push_back(samples[static_cast<std::size_t>(place)]);
    return result;
  }

  // The known samples come first. Two sorted lists are merged by counting ones.
  std::uint64_t ranked(const Words& samples, std::size_t number) const {
    Words both(samples.begin(), samples.begin() + levels_[number].known);
    const Words added = kept(samples, number);
    both.insert(both.end(), added.begin(), added.end());
    return ones_at_rank(both, levels_[number].rank);
  }

  void compare(std::uint64_t result, const Rect& window) {
    Words samples;
    for (std::int64_t y = 0; y < window_.height; ++y)
      for (std::int64_t x = 0; x < window_.width; ++x) samples.push_back(at(window.x + x, window.y + y));
    ++windows_;
    wrong_ += result != ones_at_rank(samples, rank_);
  }

  std::uint64_t at(std::int64_t x, std::int64_t y) const { return samples_[static_cast<std::size_t>(y * width_ + x)]; }

  Size window_;
  int rank_;
  std::int64_t width_;
  std::vector<stencil::TilingLevel> levels_;
  Words samples_;
  int windows_ = 0, wrong_ = 0;
};

TEST(Tiling, FindsEveryRankInEachWindow) {
  for (const Size window : {Size{3, 3}, Size{5, 3}, Size{1, 7}, Size{7, 7}, Size{9, 5}, Size{15, 15}})
    for (const Size tile : {Size{2, 1}, Size{1, 2}, Size{2, 2}, Size{4, 2}, Size{4, 4}, Size{1, 4}}) {
      if (tile.width > window.width || tile.height > window.height) continue;
      const auto last = static_cast<int>(window.width * window.height) - 1;
      for (const int rank : {0, 1, last / 3, last / 2, last - 1, last}) {
        const Tiling tiling(window, tile, rank);
        ASSERT_EQ(tiling.windows(), tile.width * tile.height);
        ASSERT_EQ(tiling.wrong(), 0) << window.width << " x " << window.height << ", tiles of " << tile.width << " x "
                                     << tile.height << ", rank " << rank;
      }
    }
}

// A merge of few samples takes few minima: the tile's share of all is what makes large windows fast.
TEST(Tiling, NeedsFewerPairsThanNetworksOfSingleWindows) {
  std::size_t pairs = 0, times = 1;
  for (const stencil::TilingLevel& level : stencil::tiling_of({9, 9}, {4, 4}, 40)) {
    pairs += level.network.size() * times;
    times *= 2;
  }
  EXPECT_LT(pairs / 16, stencil::selection_network(81, 40).size() / 4);
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

TEST(Selection, ByTiles) {
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.local_memory = 48 << 10;
  const auto reason = [&](const char* spelling, std::int64_t window) {
    const auto broken =
        stencil::excluded(parse_schedule(spelling), problem({"median", {{"ksize", window}}}, SampleType::f32), device);
    return broken ? broken->reason : "";
  };
  EXPECT_EQ(reason("buffer.direct.single.literal.branch.v1.x4.y4.g32x4.tiles", 15), "");
  EXPECT_THAT(reason("buffer.direct.single.literal.branch.v1.x4.y4.g32x4.tiles", 31),
              testing::HasSubstr("784 samples"));
  EXPECT_THAT(reason("buffer.direct.single.literal.branch.v1.x4.y4.g32x4.tiles", 3), testing::HasSubstr("3 x 3"));
  EXPECT_THAT(reason("buffer.direct.single.literal.branch.v1.x1.y1.g32x4.tiles", 15), testing::HasSubstr("2 windows"));
  EXPECT_THAT(reason("buffer.direct.single.literal.branch.v1.x4.y4.gauto.tiles", 15), testing::HasSubstr("gWxH"));
  EXPECT_THAT(reason("buffer.window.single.literal.branch.v1.x4.y4.g32x4.tiles", 15), testing::HasSubstr("direct"));
  EXPECT_THAT(reason("buffer.direct.single.literal.branch.v4.x4.y4.g128x4.tiles", 15), testing::HasSubstr("49152"));
}

}  // namespace
}  // namespace lenslet
