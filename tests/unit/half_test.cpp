// binary16, compared with a slow reference that searches the table of all halves.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <lenslet/pixel.hpp>

namespace lenslet {
namespace {

// By the definition of the format, without bit tricks; 0x7c00 counts as 2^16, the value after the largest half.
double half_value(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  return exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
}

// The bits of the half nearest to a positive value, of two equally near ones the even.
std::uint16_t nearest_half(double value) {
  static const std::vector<double> all = [] {
    std::vector<double> values;
    for (std::uint16_t bits = 0; bits <= 0x7c00; ++bits) values.push_back(half_value(bits));
    return values;
  }();
  const auto above = std::lower_bound(all.begin(), all.end(), value);
  if (above == all.end()) return 0x7c00;
  const auto high = static_cast<std::uint16_t>(above - all.begin());
  if (*above == value) return high;
  const double up = *above - value;
  const double down = value - *(above - 1);
  if (up == down) return high % 2 == 0 ? high : static_cast<std::uint16_t>(high - 1);
  return up < down ? high : static_cast<std::uint16_t>(high - 1);
}

double expected_store(double value) {
  const std::uint16_t bits = nearest_half(std::fabs(value));
  const double magnitude = bits == 0x7c00 ? std::numeric_limits<double>::infinity() : half_value(bits);
  return std::copysign(magnitude, value);
}

void expect_right(float value) {
  const int sign = std::signbit(value) ? 0x8000 : 0;
  EXPECT_EQ(to_half(value), sign | nearest_half(std::fabs(value))) << std::hexfloat << value;
}

TEST(Half, AllValuesRoundTrip) {
  for (int i = 0; i < 65536; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float value = from_half(bits);
    if ((bits & 0x7c00) == 0x7c00 && (bits & 0x3ff) != 0)
      EXPECT_TRUE(std::isnan(value) && std::isnan(from_half(to_half(value)))) << i;
    else
      EXPECT_EQ(to_half(value), bits) << i;
  }
}

TEST(Half, AllValuesAreWhatTheFormatSays) {
  for (std::uint16_t bits = 0; bits < 0x7c00; ++bits) {
    EXPECT_EQ(from_half(bits), half_value(bits)) << bits;
    EXPECT_EQ(from_half(static_cast<std::uint16_t>(bits | 0x8000)), -half_value(bits)) << bits;
  }
  EXPECT_EQ(from_half(0x7c00), std::numeric_limits<float>::infinity());
  EXPECT_EQ(from_half(0xfc00), -std::numeric_limits<float>::infinity());
}

TEST(Half, FloatsRoundToTheNearest) {
  std::mt19937 random(1);
  for (int i = 0; i < 200'000; ++i) {
    const auto any = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isnan(any)) expect_right(any);
    expect_right(std::ldexp(static_cast<float>(random()), static_cast<int>(random() % 48) - 60));  // the half's range
  }
}

TEST(Half, TiesAndTheirNeighboursRoundRight) {
  for (std::uint16_t bits = 0; bits < 0x7c00; ++bits) {
    const double tie = (half_value(bits) + half_value(static_cast<std::uint16_t>(bits + 1))) / 2;
    const auto exact = static_cast<float>(tie);
    ASSERT_EQ(exact, tie);
    expect_right(exact);
    expect_right(std::nextafter(exact, 0.0f));
    expect_right(std::nextafter(exact, 1e9f));
  }
}

TEST(Half, DoublesAreRoundedOnce) {
  // Half an ulp above 1 and a bit too small for a float: by way of float this would be a tie, and go to 1.
  EXPECT_EQ(store_value(1 + 0x1p-11 + 0x1p-40, SampleType::f16), 1 + 0x1p-10);
  for (std::uint16_t bits = 0; bits < 0x7c00; ++bits) {
    const double tie = (half_value(bits) + half_value(static_cast<std::uint16_t>(bits + 1))) / 2;
    for (const double value : {tie, std::nextafter(tie, 0), std::nextafter(tie, 1e9), -tie})
      EXPECT_EQ(store_value(value, SampleType::f16), expected_store(value)) << std::hexfloat << value;
  }
}

TEST(Half, TheSmallestDoublesBecomeZeroOfTheirSign) {
  for (const double value : {0.0, 5e-324, 1e-300, 0x1p-26, 0x1p-25}) {
    EXPECT_EQ(store_value(value, SampleType::f16), 0) << value;
    EXPECT_TRUE(std::signbit(store_value(-value, SampleType::f16))) << value;
  }
  EXPECT_EQ(store_value(std::nextafter(0x1p-25, 1), SampleType::f16), 0x1p-24);
}

TEST(Half, OverflowStartsHalfwayBeyondTheLargest) {
  EXPECT_EQ(to_half(65519.996f), 0x7bff);
  EXPECT_EQ(to_half(65520.0f), 0x7c00);
  EXPECT_EQ(to_half(-1e30f), 0xfc00);
}

}  // namespace
}  // namespace lenslet
