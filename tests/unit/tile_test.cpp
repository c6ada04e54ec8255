// Tiles in local memory: their size, which loops fill them, and when they do not fit.
#include "stencil/tile.hpp"

#include <gtest/gtest.h>

#include "session/problem.hpp"
#include "stencil/space.hpp"

namespace lenslet::stencil {
namespace {

Problem mean_of(int size, PixelFormat pixels) {
  return problem_of({"mean", {{"ksize", std::int64_t{size}}}}, pixels, {});
}

Schedule local(const std::string& rest, const std::string& staging = "local") {
  return parse_schedule("buffer." + staging + ".single.literal." + rest);
}

TEST(Tile, IsTheGroupsBlocksWithTheHaloRoundThem) {
  const Tile tile = tile_of(local("branch.v1.x1.y1.g16x16"), mean_of(3, {SampleType::f32, 1}));
  EXPECT_EQ(tile.width, 18);
  EXPECT_EQ(tile.rows, 18);
  EXPECT_EQ(tile.bytes, 18u * 18 * 4);
}

TEST(Tile, IsAsWideAsWholeVectorsOfAllItems) {
  const Tile tile = tile_of(local("split.v4.x2.y3.g8x2"), mean_of(5, {SampleType::u8, 3}));
  EXPECT_EQ(tile.width, 8 * 2 * 4 + 12);  // 2 pixels of 3 channels on each side
  EXPECT_EQ(tile.rows, 2 * 3 + 4);
  EXPECT_EQ(tile.bytes, 76u * 10);
  EXPECT_EQ(tile_of(local("split.v8.x1.y1.g8x1"), mean_of(3, {SampleType::f16, 1})).bytes, 72u * 3 * sizeof(float));
}

TEST(Tile, HasSumsAlongItsRowsBesideItWhereTheyAreKept) {
  const Schedule schedule = parse_schedule("buffer.local2.separated_local.literal.split.v4.x2.y3.g8x2");
  const Tile tile = tile_of(schedule, mean_of(5, {SampleType::f32, 1}));
  EXPECT_EQ(tile.sums_width, 8 * 2 * 4);
  EXPECT_EQ(tile.sums_bytes, 64u * 10 * sizeof(float));
  EXPECT_EQ(tile.sums_rounds, 5 * 2 * 5);  // its 10 rows by 2 of the group, 2 vectors, 5 taps
  EXPECT_EQ(tile_of(local("split.v4.x2.y3.g8x2"), mean_of(5, {SampleType::f32, 1})).sums_bytes, 0u);
}

TEST(Tile, IsFilledByTheLoopsThatTheStagingNames) {
  const Problem problem = mean_of(3, {SampleType::f32, 1});
  const Tile two = tile_of(local("branch.v1.x1.y1.g16x16", "local2"), problem);
  EXPECT_EQ(two.loops, 2);
  EXPECT_EQ(two.rounds, 4);
  const Tile one = tile_of(local("branch.v1.x1.y1.g16x16", "local1"), problem);
  EXPECT_EQ(one.loops, 1);
  EXPECT_EQ(one.rounds, 2);
}

TEST(Tile, LetsOneLoopFillItWhereThatHalvesTheRounds) {
  for (const int size : {3, 5, 7, 9}) {
    const Tile tile = tile_of(local("branch.v1.x1.y1.g16x16"), mean_of(size, {SampleType::f32, 1}));
    EXPECT_EQ(tile.loops, size < 9 ? 1 : 2) << size;
    EXPECT_EQ(tile.rounds, size < 9 ? 2 : 4) << size;
  }
}

TEST(Tile, MustFitLocalMemory) {
  DeviceInfo device;
  device.max_group = 256;
  device.local_memory = 18 * 18 * 4;
  const Problem problem = mean_of(3, {SampleType::f32, 1});
  EXPECT_FALSE(excluded(local("branch.v1.x1.y1.g16x16"), problem, device));
  const auto exclusion = excluded(local("branch.v1.x1.y2.g16x16"), problem, device);
  ASSERT_TRUE(exclusion);
  EXPECT_EQ(exclusion->rule, "local-memory");
  EXPECT_EQ(exclusion->reason, "a tile of 18 x 34 samples takes 2448 bytes, over the device's 1296 of local memory");
}

}  // namespace
}  // namespace lenslet::stencil
