// Samples: names, limits, rounding and saturation.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/pixel.hpp>

namespace lenslet {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

TEST(Pixel, EveryTypeIsFoundByItsName) {
  for (const PixelType type : pixel_types) EXPECT_EQ(parse_pixel_type(name_of(type)), type);
}

TEST(Pixel, SizesAreTheStandards) {
  EXPECT_EQ(size_of(PixelType::u8), 1u);
  EXPECT_EQ(size_of(PixelType::u16), 2u);
  EXPECT_EQ(size_of(PixelType::f16), 2u);
  EXPECT_EQ(size_of(PixelType::f32), 4u);
}

TEST(Pixel, AnUnknownTypeIsNamedWithWhatIsAllowed) {
  try {
    parse_pixel_type("u17");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    EXPECT_STREQ(error.what(), "unknown pixel type 'u17': did you mean 'u16'? Allowed: u8, u16, f16, f32");
  }
}

TEST(Pixel, FormatsWithBadChannelsAreRefused) {
  EXPECT_NO_THROW(check({PixelType::u8, 1}));
  EXPECT_NO_THROW(check({PixelType::u8, 2, true}));
  EXPECT_NO_THROW(check({PixelType::f32, 4, true}));
  EXPECT_THROW(check({PixelType::u8, 0}), Error);
  EXPECT_THROW(check({PixelType::u8, 5}), Error);
  EXPECT_THROW(check({PixelType::u8, 1, true}), Error);
  EXPECT_THROW(check({PixelType::u8, 3, true}), Error);
}

TEST(Pixel, IntegersRoundHalfToEven) {
  EXPECT_EQ(store_value(0.5, PixelType::u8), 0);
  EXPECT_EQ(store_value(1.5, PixelType::u8), 2);
  EXPECT_EQ(store_value(2.5, PixelType::u8), 2);
  EXPECT_EQ(store_value(2.5000001, PixelType::u8), 3);
  EXPECT_EQ(store_value(65533.5, PixelType::u16), 65534);
}

TEST(Pixel, IntegersSaturateAndTakeNanForZero) {
  EXPECT_EQ(store_value(-1, PixelType::u8), 0);
  EXPECT_EQ(store_value(255.5, PixelType::u8), 255);
  EXPECT_EQ(store_value(infinity, PixelType::u16), 65535);
  EXPECT_EQ(store_value(-infinity, PixelType::u16), 0);
  EXPECT_EQ(store_value(nan, PixelType::u8), 0);
  EXPECT_EQ(store_value(nan, PixelType::u16), 0);
}

TEST(Pixel, FloatsKeepWhatTheyCan) {
  EXPECT_EQ(store_value(0.1, PixelType::f32), static_cast<double>(0.1f));
  EXPECT_EQ(store_value(1e300, PixelType::f32), infinity);
  EXPECT_EQ(store_value(1e300, PixelType::f16), infinity);
  EXPECT_EQ(store_value(-65504, PixelType::f16), -65504);
  EXPECT_TRUE(std::isnan(store_value(nan, PixelType::f32)));
  EXPECT_TRUE(std::isnan(store_value(nan, PixelType::f16)));
}

TEST(Pixel, ASampleComesBackAsItWasStored) {
  for (const PixelType type : pixel_types)
    for (const double value : {0.0, 1.0, 7.4, 200.0, 254.5, 300.0, -3.0}) {
      unsigned char bytes[5] = {0xaa, 0xaa, 0xaa, 0xaa, 0xaa};
      store_sample(bytes + 1, type, value);  // not aligned
      EXPECT_EQ(load_sample(bytes + 1, type), store_value(value, type)) << name_of(type) << ' ' << value;
      EXPECT_EQ(bytes[0], 0xaa);
    }
}

}  // namespace
}  // namespace lenslet
