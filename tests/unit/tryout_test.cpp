// Candidates in this process: what is proved, and what is taken from a program that was tried before.
#include "tune/tryout.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lenslet::tune {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

class TryoutTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  const Work work = image_work({"sharpen"}, {SampleType::f32, 1}, {120, 70});
  const op::AnySchedule direct{parse_schedule("buffer.direct.single.literal.branch.v4.x1.y1.g64x1")};
  const op::AnySchedule window{parse_schedule("buffer.window.single.literal.branch.v4.x1.y1.g64x1")};
  std::optional<Session> session;
};

TEST_F(TryoutTest, ProvesAndTimes) {
  Tryout tryout(*session, work);
  const Trial trial = tryout.attempt(direct, infinite, {});
  EXPECT_EQ(trial.outcome, Outcome::correct) << trial.detail;
  EXPECT_GE(trial.time.samples, 3);
  const std::vector<Measured> times = tryout.compare({direct, window}, 100);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_GE(times[1].samples, 5);
}

TEST_F(TryoutTest, NamesTheRuleThatExcludes) {
  const op::AnySchedule fused{parse_schedule("buffer.direct.fused.literal.branch.v4.x1.y1.g64x1")};
  const Trial trial = Tryout(*session, work).attempt(fused, infinite, {});
  EXPECT_EQ(trial.outcome, Outcome::excluded);
  EXPECT_THAT(trial.detail, testing::HasSubstr("one-mask"));
}

TEST_F(TryoutTest, ABuildThatFailsIsAnOutcome) {
  Tryout tryout(*session, work, {[](const std::string&, const std::string&) { return std::string("nonsense"); }, {}});
  EXPECT_EQ(tryout.attempt(direct, infinite, {}).outcome, Outcome::build_failed);
}

TEST_F(TryoutTest, TheSameCodeIsNotTriedTwice) {
  std::string first;
  const Tamper same = [&first](const std::string&, const std::string& source) {
    return first.empty() ? first = source : first;
  };
  Tryout tryout(*session, work, {same, true});
  const Trial one = tryout.attempt(direct, infinite, {}), other = tryout.attempt(window, infinite, {});
  EXPECT_EQ(other.outcome, Outcome::correct);
  EXPECT_EQ(other.detail, "the same code as " + direct.spelling());
  EXPECT_EQ(other.schedule, window.spelling());
  EXPECT_EQ(other.time.median_ms, one.time.median_ms);
}

TEST_F(TryoutTest, OtherCodeIsTried) {
  Tryout tryout(*session, work, {{}, true});
  tryout.attempt(direct, infinite, {});
  const op::AnySchedule wide{parse_schedule("buffer.direct.single.literal.branch.v8.x1.y1.g64x1")};
  EXPECT_EQ(tryout.attempt(wide, infinite, {}).detail, "");
}

}  // namespace
}  // namespace lenslet::tune
