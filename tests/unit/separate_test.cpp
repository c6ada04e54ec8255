// Rank-1 masks and their factors: exact for whole numbers, within the tolerance for others, and nothing where the rank
// is not 1.
#include "stencil/separate.hpp"

#include <cmath>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "stencil/exact_sums.hpp"
#include "stencil/masks.hpp"

namespace lenslet::stencil {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

double magnitude(const Taps& taps) {
  return std::accumulate(taps.begin(), taps.end(), 0.0, [](double sum, double tap) { return sum + std::abs(tap); });
}

// The largest distance of a tap from the factors' product, as a share of the tap.
double distance(const Factors& factors, const Mask& mask) {
  double worst = 0;
  const Mask product = outer(factors.row, factors.column);
  for (std::size_t i = 0; i < mask.taps.size(); ++i) {
    const double apart = std::abs(product.taps[i] - mask.taps[i]);
    if (apart > 0) worst = std::max(worst, apart / std::abs(mask.taps[i]));
  }
  return worst;
}

// Makes one factor of a mask: odd, short, of numbers that `tap` makes, and not all zero.
rc::Gen<Taps> factor(const rc::Gen<double>& tap) {
  return rc::gen::exec([tap] {
    const auto side = static_cast<std::size_t>(2 * *rc::gen::inRange(0, 8) + 1);
    Taps taps = *rc::gen::container<Taps>(side, tap);
    if (magnitude(taps) == 0) taps[side / 2] = 1;
    return taps;
  });
}

rc::Gen<double> whole_tap() {
  return rc::gen::map(rc::gen::inRange(-40, 41), [](int tap) { return static_cast<double>(tap); });
}

// Makes taps of many magnitudes, often zero.
rc::Gen<double> real_tap() {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange(-1000, 1001), rc::gen::inRange(-30, 10)), [](const auto& parts) {
    return parts.first % 5 == 0 ? 0.0 : std::ldexp(parts.first / 7.0, parts.second);
  });
}

RC_GTEST_PROP(Separate, GivesWholeFactorsOfWholeMasks, ()) {
  const Taps row = *factor(whole_tap()), column = *factor(whole_tap());
  const Mask mask = outer(row, column);
  const auto factors = separate(mask);
  RC_ASSERT(factors.has_value());
  RC_ASSERT(outer(factors->row, factors->column).taps == mask.taps);
  for (const Taps* taps : {&factors->row, &factors->column})
    for (const double tap : *taps) RC_ASSERT(tap == std::rint(tap));
}

RC_GTEST_PROP(Separate, FindsAllDigitsOfRealFactors, ()) {
  const Taps row = *factor(real_tap()), column = *factor(real_tap());
  const Mask mask = outer(row, column);
  const auto factors = separate(mask);
  RC_ASSERT(factors.has_value());
  RC_ASSERT(distance(*factors, mask) < 0x1p-48);
}

RC_GTEST_PROP(Separate, RefusesAMaskWithOneTapChanged, ()) {
  const Taps row = *factor(rc::gen::map(whole_tap(), [](double tap) { return std::abs(tap) + 1; }));
  const Taps column = *factor(rc::gen::map(whole_tap(), [](double tap) { return std::abs(tap) + 1; }));
  RC_PRE(row.size() > 1 && column.size() > 1);
  Mask mask = outer(row, column);
  mask.taps[*rc::gen::inRange<std::size_t>(0, mask.taps.size())] += *rc::gen::element(1.0, 0.5, 1e-3);
  RC_ASSERT(!separate(mask).has_value());
}

TEST(Separate, KnowsTheFactorsOfSobel) {
  const auto factors = separate(sobel_mask(1, 0, 3));
  ASSERT_TRUE(factors);
  EXPECT_THAT(factors->row, ElementsAre(-1, 0, 1));
  EXPECT_THAT(factors->column, ElementsAre(1, 2, 1));
}

// Sums by the factors of a mask whose sums f32 holds are as exact: the factors are powers of two times whole numbers.
TEST(Separate, GivesExactFactorsOfExactMasks) {
  for (const Mask& mask : {Mask{3, 3, {0, .5, 0, 0, 0, 0, 0, .5, 0}}, outer({.25, .5, .25}, {.25, .5, .25}),
                           outer({3, -1.5, .75}, {.125, 0, 5}), scharr_mask(5), outer({1, 1, 0}, {.5, .5, 0})}) {
    const auto factors = separate(mask);
    ASSERT_TRUE(factors);
    EXPECT_EQ(outer(factors->row, factors->column).taps, mask.taps);
    EXPECT_LE(magnitude(factors->row), 0.5);
    EXPECT_TRUE(is_exact_in_f32(magnitude(factors->row) * 255, common_unit(factors->row)));
    EXPECT_TRUE(is_exact_in_f32(magnitude(mask.taps) * 255, common_unit(factors->row) * common_unit(factors->column)));
  }
}

TEST(Separate, KeepsTheDigitsOfTinyTaps) {
  const Mask mask = outer(gaussian_taps(31, 1.8), gaussian_taps(31, 1.8));
  const auto factors = separate(mask);
  ASSERT_TRUE(factors);
  EXPECT_LT(factors->row[0], 1e-15);
  EXPECT_LT(distance(*factors, mask), 0x1p-48);
}

TEST(Separate, KnowsGaussiansWhoseEndsVanish) {
  for (const int ksize : {21, 31, 127}) {
    const Mask mask = outer(gaussian_taps(ksize, 1), gaussian_taps(ksize, 1));
    const auto factors = separate(mask);
    ASSERT_TRUE(factors) << ksize;
    EXPECT_EQ(factors->row.front() == 0, ksize > 30);
    EXPECT_GT(factors->row[static_cast<std::size_t>(ksize / 2)], 0.1);
  }
}

TEST(Separate, HoldsARowsSumBelowItsPixels) {
  const auto factors = separate(outer({1e20, 3e20, 1e20}, {1e3, 1.5, 1e3}));
  ASSERT_TRUE(factors);
  const auto wide = separate(outer({0.1, 0.7, 0.2}, {1e3, 1.5, 1e3}));
  ASSERT_TRUE(wide);
  EXPECT_LE(magnitude(wide->row), 0.5);
  EXPECT_GE(magnitude(wide->row), 0.25);
}

TEST(Separate, KeepsZerosZero) {
  const auto factors = separate(scharr_mask(9));
  ASSERT_TRUE(factors);
  EXPECT_EQ(std::count(factors->row.begin(), factors->row.end(), 0.0), 7);
  EXPECT_EQ(std::count(factors->column.begin(), factors->column.end(), 0.0), 6);
}

TEST(Separate, TakesMasksThatAreRoundedToFloats) {
  Mask mask = outer(gaussian_taps(5, 1.3), gaussian_taps(5, 0.7));
  for (double& tap : mask.taps) tap = static_cast<float>(tap);
  ASSERT_TRUE(separate(mask));
  for (double& tap : mask.taps) tap = std::round(tap * 1e4) * 1e-4;
  EXPECT_FALSE(separate(mask)) << "four decimals are not rank 1";
}

TEST(Separate, RefusesWhatHasNoFactors) {
  EXPECT_FALSE(separate(laplacian_mask(3)));
  EXPECT_FALSE(separate(plus_mask(0.5, 0.125)));
  EXPECT_FALSE(separate(Mask{3, 3, Taps(9)}));
  EXPECT_FALSE(separate(Mask{3, 3, {1e-37, 0, 0, 0, 0, 0, 0, 0, 1e37}}));
}

TEST(Separate, WantsEveryMaskOfAnOpAndBothSides) {
  EXPECT_THAT(separate_all({sobel_mask(1, 0, 3), sobel_mask(0, 1, 3)}), SizeIs(2));
  EXPECT_THAT(separate_all({sobel_mask(1, 0, 3), laplacian_mask(3)}), IsEmpty());
  EXPECT_THAT(separate_all({Mask{3, 1, {1, 2, 1}}}), IsEmpty());
  EXPECT_THAT(separate_all({sobel_mask(1, 0, 1), sobel_mask(0, 1, 1)}), SizeIs(2));
}

}  // namespace
}  // namespace lenslet::stencil
