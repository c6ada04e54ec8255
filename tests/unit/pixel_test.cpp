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
  for (const SampleType type : filter_types) EXPECT_EQ(parse_sample_type(name_of(type)), type);
}

TEST(Pixel, SizesAreTheStandards) {
  EXPECT_EQ(size_of(SampleType::u8), 1u);
  EXPECT_EQ(size_of(SampleType::u16), 2u);
  EXPECT_EQ(size_of(SampleType::f16), 2u);
  EXPECT_EQ(size_of(SampleType::f32), 4u);
}

TEST(Pixel, AnUnknownTypeIsNamedWithWhatIsAllowed) {
  try {
    parse_sample_type("u17");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    EXPECT_STREQ(error.what(),
                 "unknown sample type 'u17': did you mean 'u16'? "
                 "Allowed: u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64");
  }
}

TEST(Pixel, FormatsWithBadChannelsAreRefused) {
  EXPECT_NO_THROW(check({SampleType::u8, 1}));
  EXPECT_NO_THROW(check({SampleType::u8, 2, true}));
  EXPECT_NO_THROW(check({SampleType::f32, 4, true}));
  EXPECT_THROW(check({SampleType::u8, 0}), Error);
  EXPECT_THROW(check({SampleType::u8, 5}), Error);
  EXPECT_THROW(check({SampleType::u8, 1, true}), Error);
  EXPECT_THROW(check({SampleType::u8, 3, true}), Error);
}

TEST(Pixel, IntegersRoundHalfToEven) {
  EXPECT_EQ(store_value(0.5, SampleType::u8), 0);
  EXPECT_EQ(store_value(1.5, SampleType::u8), 2);
  EXPECT_EQ(store_value(2.5, SampleType::u8), 2);
  EXPECT_EQ(store_value(2.5000001, SampleType::u8), 3);
  EXPECT_EQ(store_value(65533.5, SampleType::u16), 65534);
}

TEST(Pixel, IntegersSaturateAndTakeNanForZero) {
  EXPECT_EQ(store_value(-1, SampleType::u8), 0);
  EXPECT_EQ(store_value(255.5, SampleType::u8), 255);
  EXPECT_EQ(store_value(infinity, SampleType::u16), 65535);
  EXPECT_EQ(store_value(-infinity, SampleType::u16), 0);
  EXPECT_EQ(store_value(nan, SampleType::u8), 0);
  EXPECT_EQ(store_value(nan, SampleType::u16), 0);
}

TEST(Pixel, FloatsKeepWhatTheyCan) {
  EXPECT_EQ(store_value(0.1, SampleType::f32), static_cast<double>(0.1f));
  EXPECT_EQ(store_value(1e300, SampleType::f32), infinity);
  EXPECT_EQ(store_value(1e300, SampleType::f16), infinity);
  EXPECT_EQ(store_value(-65504, SampleType::f16), -65504);
  EXPECT_TRUE(std::isnan(store_value(nan, SampleType::f32)));
  EXPECT_TRUE(std::isnan(store_value(nan, SampleType::f16)));
}

TEST(Pixel, ASampleComesBackAsItWasStored) {
  for (const SampleType type : filter_types)
    for (const double value : {0.0, 1.0, 7.4, 200.0, 254.5, 300.0, -3.0}) {
      unsigned char bytes[5] = {0xaa, 0xaa, 0xaa, 0xaa, 0xaa};
      store_sample(bytes + 1, type, value);  // not aligned
      EXPECT_EQ(load_sample(bytes + 1, type), store_value(value, type)) << name_of(type) << ' ' << value;
      EXPECT_EQ(bytes[0], 0xaa);
    }
}

}  // namespace
}  // namespace lenslet
