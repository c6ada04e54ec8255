// Ways that are compared: their times are given here.
#include <lenslet/comparison.hpp>

#include <gmock/gmock.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>

namespace lenslet {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Comparison : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session_.emplace(SessionOptions{.cache = false});
  }

  // A way whose runs take these times, again and again.
  static Way way(const std::string& name, std::vector<double> ms, std::optional<std::string> mismatch = {}) {
    return {name, [ms, mismatch] {
              auto run = [ms, i = std::size_t{0}]() mutable { return ms[i++ % ms.size()]; };
              return ReadyWay{run, [mismatch] { return mismatch; }, "as it is", "source"};
            }};
  }

  WayComparison compared(const Way& first, const Way& other, int runs = 20) {
    return compare_ways(*session_, "two ways", {first, other}, {.runs = runs}).comparisons.front();
  }

  std::string refusal(const std::vector<Way>& ways, const StudyOptions& options = {}) {
    try {
      compare_ways(*session_, "ways", ways, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
      return error.what();
    }
    return "nothing was refused";
  }

  std::optional<Session> session_;
};

TEST_F(Comparison, NamesTheFasterOne) {
  const WayComparison other = compared(way("slow", {2, 2.1, 2.2}), way("quick", {1, 1.05, 1.1}));
  EXPECT_EQ(other.winner, Winner::other);
  EXPECT_NEAR(other.speed_up.value, 2, 0.1);
  EXPECT_THAT(other.words, StartsWith("quick is 2.00 times as fast as slow ("));
  EXPECT_THAT(other.words, HasSubstr("): quick is faster"));
  const WayComparison first = compared(way("quick", {1, 1.05, 1.1}), way("slow", {2, 2.1, 2.2}));
  EXPECT_EQ(first.winner, Winner::first);
  EXPECT_LT(first.speed_up.confidence.high, 1);
  EXPECT_THAT(first.words, HasSubstr("): quick is faster"));
}

TEST_F(Comparison, KnowsWhatIsAlikeAndWhatIsNotSure) {
  const WayComparison alike = compared(way("a", {1, 1.01}), way("b", {1.01, 1.02}));
  EXPECT_EQ(alike.winner, Winner::alike);
  EXPECT_THAT(alike.words, HasSubstr("they are alike, to 5%"));
  const WayComparison unsure = compared(way("a", {1, 3}), way("b", {1, 1, 3, 3, 3}));
  EXPECT_EQ(unsure.winner, Winner::unsure);
  EXPECT_THAT(unsure.words, HasSubstr("either may be the faster): undecided"));
}

TEST_F(Comparison, OfAWrongResultHasNoTimes) {
  const ComparedWays compared =
      compare_ways(*session_, "ways", {way("a", {1}), way("b", {1}, "3 elements differ"), way("c", {1})});
  ASSERT_EQ(compared.comparisons.size(), 2u);
  EXPECT_EQ(compared.comparisons[0].winner, Winner::not_compared);
  EXPECT_THAT(compared.comparisons[0].words, HasSubstr("not measured: wrong: 3 elements differ"));
  EXPECT_EQ(compared.comparisons[1].winner, Winner::alike);
  const StudyChart& chart = compared.report.charts.front();
  EXPECT_EQ(chart.lines[1].points.front().missing, "wrong: 3 elements differ");
  EXPECT_EQ(chart.lines[2].points.front().ms.size(), 20u);
  EXPECT_EQ(compared.report.claims.size(), 4u);
}

TEST_F(Comparison, RefusesWhatCannotBeCompared) {
  EXPECT_EQ(refusal({way("a", {1})}), "1 to compare; allowed: 2 or more");
  EXPECT_EQ(refusal({way("a", {1}), way("a", {1})}), "two ways with the name 'a'; allowed: a name for each");
  EXPECT_THAT(refusal({way("a", {1}), way("b", {1})}, {.runs = 5}), HasSubstr("5 runs of each; allowed: 6 and more"));
  EXPECT_THAT(refusal({way("a", {1}), way("b", {1})}, {.scale = 2}), HasSubstr("a scale of 2"));
}

}  // namespace
}  // namespace lenslet
