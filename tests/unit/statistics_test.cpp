// Statistics of series whose numbers are known.
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/statistics.hpp>

namespace lenslet {
namespace {

// NumPy: np.percentile([...], [25, 50, 75]) is 3.25, 5.5, 7.75.
TEST(Statistics, QuartilesInterpolate) {
  const double values[] = {10, 1, 9, 2, 8, 3, 7, 4, 6, 5};
  const Summary summary = summarize(values);
  EXPECT_DOUBLE_EQ(summary.lower_quartile, 3.25);
  EXPECT_DOUBLE_EQ(summary.median, 5.5);
  EXPECT_DOUBLE_EQ(summary.upper_quartile, 7.75);
  EXPECT_DOUBLE_EQ(summary.mean, 5.5);
  EXPECT_TRUE(summary.outliers.empty());
  EXPECT_DOUBLE_EQ(summary.low_whisker, 1);
  EXPECT_DOUBLE_EQ(summary.high_whisker, 10);
}

// The box is 2 to 4, its whiskers reach to -1 and 7.
TEST(Statistics, WhiskersEndAtValuesAndTheRestAreOutliers) {
  const double values[] = {2, 3, 4, 2, 4, 3, 2, 4, 3, 6.5, 7.5, 500, -2};
  const Summary summary = summarize(values);
  EXPECT_DOUBLE_EQ(summary.lower_quartile, 2);
  EXPECT_DOUBLE_EQ(summary.upper_quartile, 4);
  EXPECT_DOUBLE_EQ(summary.low_whisker, 2);
  EXPECT_DOUBLE_EQ(summary.high_whisker, 6.5);
  EXPECT_EQ(summary.outliers, (std::vector<double>{-2, 7.5, 500}));
}

// Of 20 values the 6th and the 15th: fewer than 6 of 20 fair coins come up with probability 0.0207, fewer than 7 with
// 0.0577 (Conover, Practical Nonparametric Statistics, table A3).
TEST(Statistics, TheMediansIntervalIsByRanks) {
  std::vector<double> values;
  for (int i = 1; i <= 20; ++i) values.push_back(i);
  EXPECT_DOUBLE_EQ(summarize(values).confidence.low, 6);
  EXPECT_DOUBLE_EQ(summarize(values).confidence.high, 15);
  values.resize(6);
  EXPECT_DOUBLE_EQ(summarize(values).confidence.low, 1);
  values.resize(3);
  EXPECT_DOUBLE_EQ(summarize(values).confidence.high, 3);
}

// SciPy's binom(2000, 0.5).cdf(955) is 0.0233, and that of 956 more than 0.025.
TEST(Statistics, TheMediansIntervalHasAsManyValuesAsThereAre) {
  std::vector<double> values(2000);
  std::iota(values.begin(), values.end(), 1);
  EXPECT_DOUBLE_EQ(summarize(values).confidence.low, 956);
  EXPECT_DOUBLE_EQ(summarize(values).confidence.high, 1045);
}

TEST(Statistics, OneValueIsItsOwnBox) {
  const double value[] = {7};
  const Summary summary = summarize(value);
  EXPECT_DOUBLE_EQ(summary.median, 7);
  EXPECT_DOUBLE_EQ(summary.high_whisker, 7);
}

TEST(Statistics, RatioOfConstantSeriesIsSure) {
  const std::vector<double> a(20, 3.0), b(20, 2.0);
  const Ratio ratio = ratio_of_medians(a, b);
  EXPECT_DOUBLE_EQ(ratio.value, 1.5);
  EXPECT_DOUBLE_EQ(ratio.confidence.low, 1.5);
  EXPECT_DOUBLE_EQ(ratio.confidence.high, 1.5);
}

TEST(Statistics, RatioOfOverlappingSeriesContainsOne) {
  std::vector<double> a, b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(10 + i % 7);
    b.push_back(10 + (i + 3) % 7);
  }
  const Ratio ratio = ratio_of_medians(a, b);
  EXPECT_TRUE(ratio.confidence.contains(1));
  EXPECT_LT(ratio.confidence.low, ratio.confidence.high);
  EXPECT_EQ(ratio_of_medians(a, b).confidence.low, ratio.confidence.low) << "the seed is fixed";
  const Interval surer = ratio_of_medians(a, b, 0.999).confidence, looser = ratio_of_medians(a, b, 0.5).confidence;
  EXPECT_LT(surer.low, ratio.confidence.low);
  EXPECT_GT(surer.high, ratio.confidence.high);
  EXPECT_GT(looser.low, ratio.confidence.low);
  EXPECT_LT(looser.high, ratio.confidence.high);
}

TEST(Statistics, TakeNoInfinityForANumber) {
  constexpr double infinite = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_within(1, 1.5, 0.5));
  EXPECT_FALSE(is_within(1, 1.5, 0.25));
  EXPECT_FALSE(is_within(infinite, 1, infinite));
  EXPECT_FALSE(is_within(1, -infinite, infinite));
  EXPECT_FALSE(is_within(infinite, -infinite, infinite));
  EXPECT_TRUE(is_within(infinite, infinite, 0));
  EXPECT_TRUE(is_within(nan, nan, 0));
  EXPECT_FALSE(is_within(nan, 1, infinite));
}

TEST(Statistics, RefuseWhatIsNoSeries) {
  const double nan[] = {1, std::nan("")}, zero[] = {0.0}, one[] = {1.0};
  EXPECT_THROW(summarize({}), Error);
  EXPECT_THROW(summarize(nan), Error);
  EXPECT_THROW(ratio_of_medians(one, zero), Error);
  EXPECT_THROW(ratio_of_medians({}, one), Error);
}

}  // namespace
}  // namespace lenslet
