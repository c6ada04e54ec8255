// Who wins among measured schedules.
#include "store/winner.hpp"

#include <gtest/gtest.h>

#include "stencil/space.hpp"

namespace lenslet::store {
namespace {

Trial timed(int items_y, double ms, int samples = 31) {
  Schedule schedule;
  schedule.items_y = items_y;
  return {to_string(schedule), Outcome::correct, {ms, ms * 0.99, ms * 1.01, samples}, {}};
}

const Trial* winner(const std::vector<Trial>& trials) {
  return store::winner(trials, stencil::space_of([](const Schedule&) { return true; }));
}

TEST(Winner, IsTheFastest) {
  const std::vector<Trial> trials{timed(8, 1.0), timed(4, 1.1), timed(1, 1.2)};
  EXPECT_EQ(winner(trials), &trials[0]);
  EXPECT_EQ(winner({}), nullptr);
}

TEST(Winner, IsTheSimplestOfThoseThatAreEqualWithinTheNoise) {
  const std::vector<Trial> trials{timed(8, 1.0), timed(1, 1.015), timed(4, 1.018), timed(2, 1.1)};
  EXPECT_EQ(winner(trials), &trials[1]);
}

TEST(Winner, IsNotMuchSlowerHoweverWideTheNoise) {
  std::vector<Trial> trials{timed(8, 1.0), timed(4, 1.04), timed(1, 1.2)};
  for (Trial& trial : trials) trial.time.low_ms = 0.9, trial.time.high_ms = 1.5;
  EXPECT_EQ(winner(trials), &trials[1]);
}

TEST(Winner, IsNotAShortLook) {
  const std::vector<Trial> trials{timed(1, 0.5, 1), timed(2, 0.9, 9), timed(8, 1.0, 31), timed(4, 1.01, 20)};
  EXPECT_EQ(winner(trials), &trials[3]);
  const std::vector<Trial> looks{timed(1, 0.5, 5), timed(2, 0.9, 9)};
  EXPECT_EQ(winner(looks), &looks[0]);
}

}  // namespace
}  // namespace lenslet::store
