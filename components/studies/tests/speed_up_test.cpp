// The words for ratios: the faster way comes first, in whatever order they were compared.
#include "studies/speed_up.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace lenslet::study {
namespace {

TEST(SpeedUp, TheFasterComesFirst) {
  EXPECT_EQ(speed_up_text("a", "b", {1.312, {1.22, 1.4}}), "a is 1.31 times as fast as b (1.22 to 1.40)");
  EXPECT_EQ(speed_up_text("a", "b", {0.05, {0.04, 0.0625}}), "b is 20 times as fast as a (16 to 25)");
  EXPECT_EQ(speed_up_text("a", "b", {1 / 19.3, {1 / 20.6, 1 / 18.2}}), "b is 19 times as fast as a (18 to 21)");
}

TEST(SpeedUp, AnIntervalThatHoldsOneSaysSo) {
  EXPECT_EQ(speed_up_text("a", "b", {1.02, {0.97, 1.08}}),
            "a is 1.02 times as fast as b (0.97 to 1.08: either may be the faster)");
  EXPECT_EQ(speed_up_text("a", "b", {0.8, {0.5, 1.25}}),
            "b is 1.25 times as fast as a (0.80 to 2.00: either may be the faster)");
  EXPECT_EQ(speed_up_text("a", "b", {1, {1, 1}}),
            "a is 1.00 times as fast as b (1.00 to 1.00: either may be the faster)");
}

TEST(SpeedUp, NumbersFromTenOnAreWhole) {
  EXPECT_EQ(factor_text(9.994), "9.99");
  EXPECT_EQ(factor_text(9.996), "10");
  EXPECT_EQ(factor_text(233.6), "234");
}

std::string claimed(double measured, const Interval& bounds) {
  return claimed_text({"a over b", {measured, {measured, measured}}, bounds});
}

constexpr double any = std::numeric_limits<double>::infinity();

TEST(SpeedUp, WhatIsClaimed) {
  EXPECT_EQ(claimed(2, {1, any}), "");
  EXPECT_EQ(claimed(2, {0, any}), "");
  EXPECT_EQ(claimed(2, {50, any}), ", claimed: over 50");
  EXPECT_EQ(claimed(2, {0, 1.1}), ", claimed: at most 1.10");
  EXPECT_EQ(claimed(2, {0.9, 1.1}), ", claimed: 0.90 to 1.10");
}

TEST(SpeedUp, WhatIsClaimedTurnsWithTheNames) {
  EXPECT_EQ(claimed(0.5, {1, any}), "");
  EXPECT_EQ(claimed(0.5, {0, any}), "");
  EXPECT_EQ(claimed(0.5, {0.8, any}), ", claimed: at most 1.25");
  EXPECT_EQ(claimed(0.5, {0, 0.8}), ", claimed: over 1.25");
}

}  // namespace
}  // namespace lenslet::study
