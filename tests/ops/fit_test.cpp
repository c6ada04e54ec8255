// Fits with known answers, and points that have none.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

Call fit(std::int64_t degree, bool weighted = false) {
  return {"fit", {{"degree", degree}, {"weighted", weighted}}};
}

std::string complaint(const Call& call, const std::vector<Array>& inputs) {
  return refusal([&] { session().run(call, inputs); });
}

class Fit : public DeviceTest {};

TEST_F(Fit, FindsTheParabolaThatThePointsLieOn) {
  std::vector<float> x, y;
  for (int i = 0; i < 101; ++i) {
    x.push_back(static_cast<float>(i));
    y.push_back(static_cast<float>(3 - 2 * i + 5 * i * i));
  }
  const Result result = session().run(fit(2), {Array::of(x), Array::of(y)});
  EXPECT_NEAR(result.arrays[0].at(0), 3, 1e-7);
  EXPECT_NEAR(result.arrays[0].at(1), -2, 1e-8);
  EXPECT_NEAR(result.arrays[0].at(2), 5, 1e-10);
  EXPECT_NEAR(result.arrays[1].at(0), 0, 1e-9);
  EXPECT_NEAR(result.arrays[2].at(0), 1, 1e-12);
}

// The line of (0, 1), (1, 3), (2, 2), (3, 5) by hand: slope 1.1, intercept 1.1, residual 2.7, spread 8.75.
TEST_F(Fit, FindsTheLineOfTheBook) {
  const std::vector<Array> points{Array::of<float>({0, 1, 2, 3}), Array::of<float>({1, 3, 2, 5})};
  const Result result = session().run(fit(1), points);
  EXPECT_NEAR(result.arrays[0].at(0), 1.1, 1e-9);
  EXPECT_NEAR(result.arrays[0].at(1), 1.1, 1e-9);
  EXPECT_NEAR(result.arrays[1].at(0), 2.7, 1e-8);
  EXPECT_NEAR(result.arrays[2].at(0), 1 - 2.7 / 8.75, 1e-9);
}

TEST_F(Fit, LeavesOutWhatHasNoWeight) {
  const std::vector<Array> points{Array::of<float>({0, 1e30f, 1, 2}), Array::of<float>({1, -1e35f, 3, 5}),
                                  Array::of<float>({1, 0, 2, 1e-3f})};
  const Result result = session().run(fit(1, true), points);
  EXPECT_NEAR(result.arrays[0].at(0), 1, 1e-9);
  EXPECT_NEAR(result.arrays[0].at(1), 2, 1e-9);
}

TEST_F(Fit, TellsWhatCannotBeSolved) {
  const Array y = Array::of<float>({1, 2, 3, 4, 5});
  EXPECT_THAT(complaint(fit(1), {Array::of<float>({7, 7, 7, 7, 7}), y}), HasSubstr("all x are 7"));
  EXPECT_THAT(complaint(fit(2), {Array::of<float>({1, 2, 1, 2, 1}), y}), HasSubstr("the condition of degree 2"));
  EXPECT_THAT(complaint(fit(5), {y, y}), HasSubstr("allowed: 6 points and more"));
  EXPECT_THAT(complaint(fit(9), {y, y}), HasSubstr("9"));
  EXPECT_THAT(complaint(fit(1), {Array::of<float>({1, 2}), y}), HasSubstr("the same type and length"));
  EXPECT_THAT(complaint(fit(1), {Array::of<int>({1, 2}), Array::of<int>({1, 2})}), HasSubstr("i32"));
}

// The polynomial of the powers that are returned, in the digits of long double, is what the residual speaks of.
TEST_F(Fit, TellsWherePowersHaveTooFewDigits) {
  std::vector<float> years, shifted, y;
  for (int year = 1950; year <= 2020; ++year) {
    years.push_back(static_cast<float>(year));
    shifted.push_back(static_cast<float>(year - 1985));
    y.push_back(static_cast<float>(300 + 50 * std::sin((year - 1950) / 15.0)));
  }
  EXPECT_THAT(complaint(fit(8), {Array::of(years), Array::of(y)}),
              HasSubstr("x from 1950 to 2020 is too far from 0 for powers up to 8"));
  for (const std::int64_t degree : {1, 3, 5}) {
    const Result far = session().run(fit(degree), {Array::of(years), Array::of(y)});
    const Result near = session().run(fit(degree), {Array::of(shifted), Array::of(y)});
    long double residual = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      long double value = 0;
      for (std::int64_t k = degree; k >= 0; --k) value = value * years[i] + far.arrays[0].at(k);
      residual += (y[i] - value) * (y[i] - value);
    }
    EXPECT_NEAR(static_cast<double>(residual), far.arrays[1].at(0), 1e-4 * far.arrays[1].at(0)) << degree;
    EXPECT_NEAR(near.arrays[1].at(0), far.arrays[1].at(0), 1e-6 * far.arrays[1].at(0)) << degree;
  }
}

TEST_F(Fit, NamesTheFirstNumberThatHasNoPlace) {
  std::vector<float> good(1003, 1), bad = good;
  for (std::size_t i = 0; i < good.size(); ++i) good[i] = static_cast<float>(i);
  bad[1001] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(complaint(fit(1), {Array::of(good), Array::of(bad)}), HasSubstr("y[1001] is inf"));
  bad[517] = std::nanf("");
  EXPECT_THAT(complaint(fit(1), {Array::of(bad), Array::of(good)}), HasSubstr("x[517] is nan"));
  bad[517] = -1;
  EXPECT_THAT(complaint(fit(1, true), {Array::of(good), Array::of(good), Array::of(bad)}), HasSubstr("w[517] is -1"));
  const std::vector<float> none(good.size(), 0);
  EXPECT_THAT(complaint(fit(1, true), {Array::of(good), Array::of(good), Array::of(none)}),
              HasSubstr("all weights are 0"));
}

}  // namespace
}  // namespace lenslet
