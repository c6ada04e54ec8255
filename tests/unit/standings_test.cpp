// Who wins among schedules that were timed in turns, and when that is sure. The clock is made up.
#include "tune/standings.hpp"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stencil/space.hpp"

namespace lenslet::tune {
namespace {

using testing::ElementsAre;

std::string rows(int items_y) {
  Schedule schedule;
  schedule.items_y = items_y;
  return to_string(schedule);
}

Trial timed(int items_y, double ms, double spread, int samples = 31) {
  return {rows(items_y), Outcome::correct, {ms, ms * (1 - spread), ms * (1 + spread), samples}, {}};
}

std::vector<Standing> judged(const std::vector<Trial>& trials) {
  std::vector<Measured> times;
  std::vector<op::AnySchedule> schedules;
  for (const Trial& trial : trials) {
    times.push_back(trial.time);
    schedules.emplace_back(parse_schedule(trial.schedule));
  }
  return standings(times, schedules, stencil::space_of([](const Schedule&) { return true; }));
}

// Launches of one schedule on a machine whose noise only adds.
class FakeClock {
 public:
  FakeClock(double ms, double noise, unsigned seed) : ms_(ms), noise_(noise), random_(seed) {}

  void launch() { times_.push_back(ms_ * (1 + noise_ * std::exponential_distribution<double>(1)(random_))); }

  Measured time() const {
    const Summary all = summarize(times_);
    return {all.median, all.lower_quartile, all.upper_quartile, static_cast<int>(times_.size())};
  }

 private:
  double ms_, noise_;
  std::mt19937 random_;
  std::vector<double> times_;
};

std::vector<Measured> times_of(const std::vector<FakeClock>& clocks) {
  std::vector<Measured> times;
  for (const FakeClock& clock : clocks) times.push_back(clock.time());
  return times;
}

int rounds_until_sure(std::vector<FakeClock>& clocks, int most = 2000) {
  for (int round = 1; round <= most; ++round) {
    for (FakeClock& clock : clocks) clock.launch();
    if (order_is_sure(times_of(clocks))) return round;
  }
  return most;
}

TEST(Standings, TheFastestWins) {
  EXPECT_THAT(judged({timed(8, 1.0, 0.01), timed(1, 1.2, 0.01), timed(4, 1.1, 0.01)}),
              ElementsAre(Standing::won, Standing::lost, Standing::lost));
  EXPECT_TRUE(judged({}).empty());
}

TEST(Standings, OfThoseThatTieTheSimplestWins) {
  EXPECT_THAT(judged({timed(8, 1.0, 0.05), timed(1, 1.01, 0.05), timed(4, 1.02, 0.05), timed(2, 1.1, 0.05)}),
              ElementsAre(Standing::tied, Standing::won, Standing::tied, Standing::lost));
}

TEST(Standings, WhatIsMuchSlowerTiesWithNothingHoweverWideTheNoise) {
  EXPECT_THAT(judged({timed(8, 1.0, 0.5), timed(4, 1.04, 0.5), timed(1, 1.2, 0.5)}),
              ElementsAre(Standing::tied, Standing::won, Standing::lost));
}

TEST(Standings, MoreSamplesTellMore) {
  EXPECT_THAT(judged({timed(8, 1.0, 0.04, 9), timed(1, 1.03, 0.04, 9)}), ElementsAre(Standing::tied, Standing::won));
  EXPECT_THAT(judged({timed(8, 1.0, 0.04, 400), timed(1, 1.03, 0.04, 400)}),
              ElementsAre(Standing::won, Standing::lost));
}

TEST(Standings, AStandingIsReadFromACorrectTrialAlone) {
  Trial trial = timed(1, 1, 0.01);
  EXPECT_EQ(standing_of(trial), Standing::look);
  trial.detail = "tied";
  EXPECT_EQ(standing_of(trial), Standing::tied);
  trial.outcome = Outcome::wrong;
  EXPECT_EQ(standing_of(trial), Standing::look);
}

TEST(OrderIsSure, NotBeforeSomeRounds) {
  EXPECT_FALSE(order_is_sure(std::vector<Measured>{{1, 1, 1, 5}, {2, 2, 2, 5}}));
  EXPECT_TRUE(order_is_sure(std::vector<Measured>{{1, 1, 1, 11}, {2, 2, 2, 11}}));
}

TEST(OrderIsSure, TheNearerAndTheNoisierTheLater) {
  std::vector<FakeClock> far{{1.0, 0.1, 1}, {1.5, 0.1, 2}}, near{{1.0, 0.1, 1}, {1.03, 0.1, 2}},
      noisy{{1.0, 0.4, 1}, {1.03, 0.4, 2}};
  const int few = rounds_until_sure(far), more = rounds_until_sure(near), most = rounds_until_sure(noisy);
  EXPECT_EQ(few, 11);
  EXPECT_GT(more, few);
  EXPECT_GT(most, more);
}

TEST(OrderIsSure, EqualOnesAreSaidToBeEqual) {
  std::vector<FakeClock> clocks{{1.0, 0.02, 1}, {1.0, 0.02, 2}, {1.002, 0.02, 3}};
  EXPECT_LT(rounds_until_sure(clocks), 1000);
  const std::vector<Measured> times = times_of(clocks);
  EXPECT_THAT(judged({{rows(8), Outcome::correct, times[0], {}},
                      {rows(1), Outcome::correct, times[1], {}},
                      {rows(4), Outcome::correct, times[2], {}}})[1],
              Standing::won);
}

// In 200 races of two that differ by 4%, the slower may be taken for the faster in few.
TEST(OrderIsSure, TheRightOneWinsNearlyAlways) {
  int wrong = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::vector<FakeClock> clocks{{1.04, 0.1, 2 * seed}, {1.0, 0.1, 2 * seed + 1}};
    rounds_until_sure(clocks, 400);
    const std::vector<Measured> times = times_of(clocks);
    wrong += judged({{rows(1), Outcome::correct, times[0], {}}, {rows(8), Outcome::correct, times[1], {}}})[1] !=
             Standing::won;
  }
  EXPECT_LE(wrong, 20);
}

}  // namespace
}  // namespace lenslet::tune
