// The stopwatch: what it counts, what it gives up, which clock it says it used. No test depends on how fast anything
// is.
#include "tune/stopwatch.hpp"

#include <gtest/gtest.h>

#include "session/problem.hpp"

namespace lenslet {
namespace {

class StopwatchTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  Plan plan(const char* schedule) const {
    OpOptions options;
    options.schedule = schedule;
    return session->plan({"sharpen"}, format, options);
  }

  op::ProblemPtr problem(Size size) const { return op::problem_of(image_work({"sharpen"}, format, size)); }

  const PixelFormat format{SampleType::f32, 1};
  std::optional<Session> session;
};

constexpr char one[] = "buffer.direct.single.literal.branch.v1.x1.y1.g64x1";
constexpr char other[] = "buffer.window.single.literal.split.v4.x1.y2.g64x1";

TEST_F(StopwatchTest, TakesTheSamplesThatWereAskedFor) {
  const Stopwatch stopwatch(*session, *problem({150, 40}), 3);
  EXPECT_EQ(stopwatch.copies(), 3);
  const auto [time, call_ms, bytes] = stopwatch.time(plan(one), {.samples = 9, .warm_up_ms = 0});
  EXPECT_EQ(time.samples, 9);
  EXPECT_GT(time.low_ms, 0);
  EXPECT_LE(time.low_ms, time.median_ms);
  EXPECT_LE(time.median_ms, time.high_ms);
  EXPECT_GE(call_ms, time.low_ms);
  EXPECT_EQ(bytes, 150u * 40 * 8);
}

TEST_F(StopwatchTest, SaysWhetherTheDeviceTimes) {
  Timing timing;
  plan(one).run(session->upload(Image({150, 40}, format)), {.timing = &timing});
  const Stopwatch stopwatch(*session, *problem({150, 40}), 2);
  EXPECT_EQ(stopwatch.time(plan(one), {.warm_up_ms = 0}).time.host_clock, timing.kernel_ms < 1e-4);
}

TEST_F(StopwatchTest, LeavesWhatIsFarSlowerThanItsRival) {
  const Stopwatch stopwatch(*session, *problem({150, 40}), 2);
  EXPECT_EQ(stopwatch.time(plan(one), {.rival_ms = 1e-9}).time.samples, 1);
  EXPECT_EQ(stopwatch.time(plan(one), {.samples = 4, .warm_up_ms = 0, .rival_ms = 1e9}).time.samples, 4);
}

TEST_F(StopwatchTest, EndsWhenItsTimesAreEnough) {
  const Stopwatch stopwatch(*session, *problem({150, 40}), 2);
  const auto enough = [](std::span<const Measured> times) { return times.size() == 2 && times.front().samples >= 6; };
  const std::vector<Plan> plans{plan(one), plan(other)};
  for (const Laps& laps : stopwatch.time(plans, {.samples = 100, .warm_up_ms = 0, .enough = enough}))
    EXPECT_EQ(laps.time.samples, 8) << "it is asked after each fourth round";
}

TEST_F(StopwatchTest, TimesEachOfSeveral) {
  const Stopwatch stopwatch(*session, *problem({150, 40}), 2);
  const std::vector<Plan> plans{plan(one), plan(other)};
  const std::vector<Laps> laps = stopwatch.time(plans, {.samples = 5, .warm_up_ms = 0});
  ASSERT_EQ(laps.size(), 2u);
  for (const Laps& one_of_two : laps) EXPECT_EQ(one_of_two.time.samples, 5);
}

TEST_F(StopwatchTest, ServesWhatHasItsInputsAndOutputs) {
  const Stopwatch stopwatch(*session, *problem({15, 4}), 2);
  const auto serves = [&](const Call& call, PixelFormat of, Size size, const OpOptions& options = {}) {
    return stopwatch.serves(*op::problem_of(image_work(call, of, size, options)));
  };
  EXPECT_TRUE(serves({"gaussian"}, format, {15, 4}));
  EXPECT_FALSE(serves({"sharpen"}, format, {15, 5}));
  EXPECT_FALSE(serves({"sharpen"}, {SampleType::f32, 2}, {15, 4}));
  EXPECT_FALSE(serves({"sharpen"}, format, {15, 4}, {.ddepth = SampleType::u8}));
  EXPECT_FALSE(serves({"sobel", {{"both", true}}}, format, {15, 4}));
}

TEST_F(StopwatchTest, ChoosesAsManyImagesAsExceedCaches) {
  EXPECT_EQ(Stopwatch(*session, *problem({64, 64})).copies(), 64);
  EXPECT_LE(Stopwatch(*session, *problem({2048, 2048})).copies(), 17);
}

}  // namespace
}  // namespace lenslet
