// Every strategy on a run that was recorded on a device: what it finds, what it spends, and that it ends.
#include "tune/search.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "stencil/space.hpp"

namespace lenslet::tune {
namespace {

constexpr double failed = std::numeric_limits<double>::infinity();

// Schedules with their milliseconds, "-" where the schedule was not correct; # begins a comment.
std::map<std::string, double> read_times() {
  std::map<std::string, double> times;
  std::ifstream file(LENSLET_TEST_DATA "/scharr_h100.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string spelling, ms;
    if (line.starts_with('#') || !(words >> spelling >> ms)) continue;
    times[spelling] = ms == "-" ? failed : std::stod(ms);
  }
  return times;
}

const std::map<std::string, double>& recorded_times() {
  static const std::map<std::string, double> times = read_times();
  return times;
}

// The axes of schedules, those that the record does not vary with one value only: all schedules are too many to walk.
stencil::Space narrow_space(std::function<bool(const Schedule&)> possible) {
  auto narrowed = std::make_shared<std::vector<stencil::Axis>>(stencil::axes());
  for (stencil::Axis& axis : *narrowed)
    if (axis.name == "storage" || axis.name == "stores" || axis.name == "lanes" || axis.name == "selection")
      axis.searched.resize(1);
  const auto is_simpler = [](const Schedule& one, const Schedule& other) { return one.vector < other.vector; };
  return stencil::Space(Schedule{}, narrowed, {std::move(possible), is_simpler});
}

const stencil::Space& recorded_space() {
  static const stencil::Space space =
      narrow_space([](const Schedule& s) { return recorded_times().contains(to_string(s)); });
  return space;
}

class Recorded {
 public:
  // Asks at most `budget` times.
  void run(const Strategy& strategy, std::uint64_t seed, std::size_t budget) {
    const op::AnySchedule start(parse_schedule("buffer.direct.fused.constant.branch.v1.x1.y1.g64x1"));
    Search search(recorded_space(), start, seed, [&](const op::AnySchedule& schedule) -> std::optional<double> {
      if (asked.size() == budget) return {};
      asked.push_back(schedule.spelling());
      return recorded_times().at(schedule.spelling());
    });
    strategy.run(search);
  }

  double best_asked() const {
    double best = failed;
    for (const std::string& spelling : asked) best = std::min(best, recorded_times().at(spelling));
    return best;
  }

  double best() const { return std::ranges::min_element(recorded_times(), {}, &Time::second)->second; }
  std::size_t size() const { return recorded_times().size(); }

  std::vector<std::string> asked;

 private:
  using Time = std::map<std::string, double>::value_type;
};

class EveryStrategy : public testing::TestWithParam<Strategy> {};

TEST_P(EveryStrategy, AsksOnlyForMembersNoneTwiceAndWithinTheBudget) {
  for (const std::size_t budget : {0u, 1u, 40u}) {
    Recorded recorded;
    recorded.run(GetParam(), 3, budget);  // a schedule that is not recorded would throw
    EXPECT_EQ(recorded.asked.size(), budget);
    std::ranges::sort(recorded.asked);
    EXPECT_TRUE(std::ranges::adjacent_find(recorded.asked) == recorded.asked.end());
  }
}

TEST_P(EveryStrategy, RepeatsWithItsSeed) {
  Recorded one, other;
  one.run(GetParam(), 5, 100);
  other.run(GetParam(), 5, 100);
  EXPECT_EQ(one.asked, other.asked);
}

TEST_P(EveryStrategy, EndsWhenThereIsNothingLeftToAsk) {
  Recorded recorded;
  recorded.run(GetParam(), 1, std::numeric_limits<std::size_t>::max());
  EXPECT_GT(recorded.asked.size(), recorded.size() * 9 / 10);
  EXPECT_EQ(recorded.best_asked(), recorded.best());
}

TEST_P(EveryStrategy, SurvivesASpaceWhereNothingIsCorrect) {
  const stencil::Space space =
      narrow_space([](const Schedule& s) { return s.vector == 4 && s.group_width == 64 && s.items_x == 1; });
  int asked = 0;
  Search search(space, op::AnySchedule(Schedule{}), 1, [&](const op::AnySchedule&) -> std::optional<double> {
    ++asked;
    return failed;
  });
  GetParam().run(search);
  EXPECT_GT(asked, 100);
}

INSTANTIATE_TEST_SUITE_P(All, EveryStrategy, testing::ValuesIn(strategies().begin(), strategies().end()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Descent, ComesWithinFivePercentOfTheBestInATenthOfTheSpace) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    Recorded recorded;
    recorded.run(find_strategy("descent"), seed, recorded.size() / 10);
    EXPECT_LE(recorded.best_asked(), 1.05 * recorded.best()) << "seed " << seed;
  }
}

TEST(Descent, BeginsAtTheFastestThatIsKnown) {
  const stencil::Space space =
      stencil::space_of([](const Schedule& s) { return s.group_width == 64 && s.items_x == 1; });
  const auto ms = [](const Schedule& s) { return s.vector == 4 ? 1.0 : 2.0; };
  std::vector<Schedule> asked;
  Search search(space, op::AnySchedule(Schedule{}), 1, [&](const op::AnySchedule& s) -> std::optional<double> {
    if (asked.size() == 5) return {};
    asked.push_back(s.as<Schedule>());
    return ms(asked.back());
  });
  Schedule fast;
  fast.vector = 4;
  fast.items_y = 16;
  search.time(op::AnySchedule(Schedule{}));
  search.time(op::AnySchedule(fast));
  EXPECT_EQ(search.fastest(), op::AnySchedule(fast));
  find_strategy("descent").run(search);
  int near = 0;
  for (const Schedule& s : asked) near += s.vector == 4 || s.items_y == 16;
  EXPECT_GE(near, 4) << "all but the start";
}

TEST(Strategies, AnUnknownOneIsNamedWithWhatThereIs) {
  try {
    find_strategy("descend");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    EXPECT_THAT(error.what(), testing::HasSubstr("unknown strategy 'descend': did you mean 'descent'? Allowed: "));
  }
}

}  // namespace
}  // namespace lenslet::tune
