// The time left of several studies: from what they took elsewhere, then from what they take here.
#include "studies/report/expected_time.hpp"

#include <gtest/gtest.h>

#include <lenslet/error.hpp>

namespace lenslet::report {
namespace {

class ExpectedTimeTest : public testing::Test {
 protected:
  static double gpu_seconds(const char* study) { return ExpectedTime({study}, DeviceKind::gpu, {}).left(0); }

  const double dot = gpu_seconds("dot"), edges = gpu_seconds("edges"), group = gpu_seconds("group");
  const std::vector<std::string> three = {"dot", "edges", "group"};
};

TEST_F(ExpectedTimeTest, BeginsWithWhatWasMeasuredElsewhere) {
  EXPECT_DOUBLE_EQ(ExpectedTime(three, DeviceKind::gpu, {}).left(0), dot + edges + group);
  EXPECT_THROW(ExpectedTime({"nothing"}, DeviceKind::gpu, {}), Error);
}

TEST_F(ExpectedTimeTest, FollowsWhatEndedHere) {
  ExpectedTime time(three, DeviceKind::gpu, {});
  time.ended(3 * dot);
  EXPECT_DOUBLE_EQ(time.left(0), 3 * (edges + group));
  EXPECT_DOUBLE_EQ(time.left(edges), 2 * edges + 3 * group);
  time.ended(3 * edges);
  time.ended(group);
  EXPECT_EQ(time.left(0), 0);
  EXPECT_EQ(time.left(1), 0);
}

TEST_F(ExpectedTimeTest, AStudyThatTakesLongerMakesTheOthersLonger) {
  const ExpectedTime time(three, DeviceKind::gpu, {});
  EXPECT_NEAR(time.left(2 * dot), 2 * (edges + group), 1e-9);
}

TEST_F(ExpectedTimeTest, LessWorkTakesLessButNotNothing) {
  const double all = ExpectedTime(three, DeviceKind::gpu, {}).left(0);
  const double small = ExpectedTime(three, DeviceKind::gpu, {.scale = 0.001, .runs = 3}).left(0);
  EXPECT_LT(small, 0.5 * all);
  EXPECT_GT(small, 0.1 * all);
}

TEST_F(ExpectedTimeTest, IsRounded) {
  EXPECT_EQ(rounded_time(0), "1 s");
  EXPECT_EQ(rounded_time(7.2), "8 s");
  EXPECT_EQ(rounded_time(43), "45 s");
  EXPECT_EQ(rounded_time(91), "2 min");
  EXPECT_EQ(rounded_time(3600), "60 min");
  EXPECT_EQ(rounded_time(2.5 * 3600), "2.5 h");
}

}  // namespace
}  // namespace lenslet::report
