// The border path's reads and the loops of a work-item.
#include "stencil/rounds.hpp"

#include <gtest/gtest.h>

#include "problem_support.hpp"

namespace lenslet {
namespace {

stencil::Problem mean_of(long ksize) {
  return problem({"mean", {{"ksize", ksize}}});
}

Schedule schedule(const char* spelling) {
  return parse_schedule(spelling);
}

TEST(Rounds, SamplesOfLargeWindowsAreNotPutSideBySide) {
  const Schedule split = schedule("buffer.window.single.literal.split.v16.x1.y4.g64x1");
  EXPECT_TRUE(stencil::reads_side_by_side(split, mean_of(9)));
  EXPECT_FALSE(stencil::reads_side_by_side(split, mean_of(31)));  // 31 columns of 46 samples
}

TEST(Rounds, WithoutAFrameOnlyARowsSamplesCount) {
  const Schedule branch = schedule("buffer.window.single.literal.branch.v16.x1.y4.g64x1");
  EXPECT_TRUE(stencil::reads_side_by_side(branch, mean_of(31)));
}

TEST(Rounds, BranchesCountBothWays) {
  const Schedule clamp = schedule("buffer.window.single.literal.clamp.v1.x1.y1.g64x1");
  Schedule branch = clamp;
  branch.edges = Edges::branch;
  EXPECT_GT(stencil::rounds_of(branch, mean_of(5)), stencil::rounds_of(clamp, mean_of(5)));
}

// By hand: rows (3 + 1) (4 + 2 + 1), taps 4 * 4, stores and alpha 2 (4 + 1); the block's (4 + 3) 4 are fewer.
TEST(Rounds, AreThoseOfTheLoops) {
  Schedule padded = schedule("buffer.window.single.literal.pad.v4.x1.y4.g64x1");
  EXPECT_EQ(stencil::rounds_of(padded, mean_of(3)), 28 + 4 * (6 + 1) + 16 + 10);
}

}  // namespace
}  // namespace lenslet
