// The truth: exact where it says so, and else a range that f32 arithmetic keeps to without being wide.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "fake_window.hpp"
#include "stencil/masks.hpp"
#include "stencil/separate.hpp"

namespace lenslet::stencil {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Truth truth_of(const Mask& mask, double scale, double delta, SampleType type, const Window& window) {
  return linear_reference({{mask}}, scale, delta, type)(window).at(0);
}

void expect_exact(double value, const Truth& truth) {
  EXPECT_EQ(truth.low, value);
  EXPECT_EQ(truth.high, value);
}

// The worked example of convolution with the Scharr derivative: I = 0 1 0 1; 2 2 0 0; 0 3 1 0; 0 1 0 0 round its
// second column and third row.
TEST(LinearReference, ConvolvesTheWorkedExample) {
  const auto window = window3x3({2, 2, 0, 0, 3, 1, 0, 1, 0});
  expect_exact(-4, truth_of(rotated(scharr_mask(3)), 1, 0, SampleType::u8, window));
  expect_exact(4, truth_of(scharr_mask(3), 1, 0, SampleType::u8, window));
}

TEST(LinearReference, IsExactForWholeNumbers) {
  const FakeWindow window([](int dx, int dy) { return 65535.0 - dx - dy; });
  const Mask box = box_mask(127, 127);
  expect_exact(127 * 127 * 65535.0 + 7, truth_of(box, 1, 7, SampleType::u16, window));
  const Truth half = truth_of(box, 1, 0.5, SampleType::u16, window);
  EXPECT_LT(half.low, half.high);
}

TEST(LinearReference, IsExactWhereAPowerOfTwoScales) {
  const auto window = window3x3({255, 1, 2, 3, 4, 5, 6, 7, 9});
  expect_exact(292 / 8.0, truth_of(box_mask(3, 3), 0.125, 0, SampleType::u8, window));
}

TEST(LinearReference, IsExactWhereF32HoldsAllSums) {
  const auto window = window3x3({0, 7, 0, 0, 0, 0, 0, 8, 0});
  const Mask halves{3, 3, {0, .5, 0, 0, 0, 0, 0, .5, 0}};
  expect_exact(7.5, truth_of(halves, 1, 0, SampleType::u8, window));
  expect_exact(3.75 + 0.25, truth_of(halves, 0.5, 0.25, SampleType::u8, window));
  const Truth thirds = truth_of(halves, 1 / 3.0, 0, SampleType::u8, window);
  EXPECT_LT(thirds.low, thirds.high);
  const Mask wide{3, 3, {0x1p-12, 0, 0, 0, 0, 0, 0, 0, 1}};
  EXPECT_LT(truth_of(wide, 1, 0, SampleType::u16, window).low, truth_of(wide, 1, 0, SampleType::u16, window).high);
}

TEST(LinearReference, AllowsAMeanOfIntegersAFewUlp) {
  const FakeWindow window([](int dx, int dy) { return 100.0 + dx + 3 * dy; });
  const Truth truth = truth_of(box_mask(9, 9), 1.0 / 81, 0, SampleType::u8, window);
  EXPECT_LE(truth.low, 100);
  EXPECT_GE(truth.high, 100);
  EXPECT_GT(truth.high - truth.low, 100 * 0x1p-24);
  EXPECT_LT(truth.high - truth.low, 100 * 0x1p-20);
}

// Sums in f32 in the orders that kernels use stay in the range; the range is within (n + 4) roundings each way.
TEST(LinearReference, HoldsWhatF32Sums) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(-2, 2);
  for (int round = 0; round < 500; ++round) {
    Mask mask{7, 5, {}};
    for (int i = 0; i < 35; ++i) mask.taps.push_back(value(random));
    std::vector<float> pixels;
    for (int i = 0; i < 35; ++i) pixels.push_back(static_cast<float>(value(random)));
    const FakeWindow window([&](int dx, int dy) { return pixels[static_cast<std::size_t>(7 * (dy + 2) + dx + 3)]; });
    float plain = 0, fused = 0, magnitude = 0;
    for (std::size_t i = 0; i < 35; ++i) {
      const float tap = static_cast<float>(mask.taps[i]);
      plain += tap * pixels[i];
      fused = std::fma(tap, pixels[i], fused);
      magnitude += std::abs(tap * pixels[i]);
    }
    const Truth truth = truth_of(mask, 0.3, 0.1, SampleType::f32, window);
    for (const float sum : {plain * 0.3f + 0.1f, std::fma(fused, 0.3f, 0.1f)}) {
      EXPECT_LE(truth.low, sum);
      EXPECT_GE(truth.high, sum);
    }
    EXPECT_LT(truth.high - truth.low, 2 * 40 * 0x1p-24 * (0.3 * magnitude + 0.1) * 1.001);
  }
}

// The same for sums along rows and then down the column: both orders stay in the range of a mask that has factors, and
// the range is within the roundings that the longer of the two orders has.
TEST(LinearReference, HoldsWhatSeparatedF32Sums) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> value(-2, 2);
  for (int round = 0; round < 500; ++round) {
    const Taps row{value(random), 0, value(random)}, column{value(random), value(random), value(random)};
    const Mask mask = outer(row, column);
    const std::vector<Factors> factors = separate_all({mask});
    ASSERT_EQ(factors.size(), 1u);
    std::vector<float> pixels;
    for (int i = 0; i < 9; ++i) pixels.push_back(static_cast<float>(value(random)));
    const FakeWindow window([&](int dx, int dy) { return pixels[static_cast<std::size_t>(3 * dy + dx + 4)]; });
    float sum = 0, magnitude = 0;
    for (std::size_t y = 0; y < 3; ++y) {
      float row_sum = 0;
      for (std::size_t x = 0; x < 3; ++x) row_sum += static_cast<float>(factors[0].row[x]) * pixels[3 * y + x];
      sum += static_cast<float>(factors[0].column[y]) * row_sum;
      for (std::size_t x = 0; x < 3; ++x)
        magnitude += static_cast<float>(std::abs(row[x] * column[y])) * std::abs(pixels[3 * y + x]);
    }
    const Truth truth = linear_reference({{mask}, factors}, 1, 0, SampleType::f32)(window).at(0);
    EXPECT_LE(truth.low, sum);
    EXPECT_GE(truth.high, sum);
    EXPECT_LT(truth.high - truth.low, 2 * (2 + 3 + 3 + 3) * 0x1p-24 * magnitude * 1.001);
    EXPECT_GT(truth.high - truth.low, 2 * (2 + 3 + 3) * 0x1p-24 * magnitude * 0.999);
  }
}

TEST(LinearReference, SkipsTapsOfZero) {
  const auto window = window3x3({1, nan, infinity, 2, 3, nan, -infinity, 1, 1});
  expect_exact(5, truth_of(Mask{3, 3, {0, 0, 0, 1, 1, 0, 0, 0, 0}}, 1, 0, SampleType::u8, window));
}

TEST(LinearReference, FollowsInfinitiesAndNaN) {
  const auto window = window3x3({infinity, 0, -infinity, nan, 1, 1, 1, 1, 1});
  const auto row = [&](double a, double b, double c) {
    return truth_of(Mask{3, 3, {a, 0, b, c, 1, 0, 0, 0, 0}}, 2, 1, SampleType::f32, window);
  };
  expect_exact(infinity, row(1, 0, 0));
  expect_exact(-infinity, row(0, 1, 0));
  EXPECT_TRUE(std::isnan(row(1, 1, 0).low));
  EXPECT_TRUE(std::isnan(row(0, 0, 1).high));
}

TEST(LinearReference, AllowsAnythingWhereF32MayOverflow) {
  const FakeWindow window([](int dx, int) { return dx < 0 ? -3e38 : 3e38; });
  const Truth truth = truth_of(box_mask(3, 1), 1, 0, SampleType::f32, window);
  EXPECT_EQ(truth.low, -infinity);
  EXPECT_EQ(truth.high, infinity);
}

TEST(MaskSums, AreExactWhileAFloatHoldsThem) {
  const FakeWindow window([](int dx, int) { return dx < 0 ? 0.0 : 65535.0; });
  const auto small = mask_sums({{sobel_mask(1, 0, 3), sobel_mask(0, 1, 3)}}, window, SampleType::u16);
  expect_exact(4 * 65535.0, small.at(0));
  expect_exact(0, small.at(1));
  const auto large = mask_sums({{sobel_mask(1, 0, 7)}}, window, SampleType::u16);
  EXPECT_LT(large[0].low, 640 * 65535.0);
  EXPECT_GT(large[0].high, 640 * 65535.0);
}

}  // namespace
}  // namespace lenslet::stencil
