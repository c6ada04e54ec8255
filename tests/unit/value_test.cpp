// Types of values: their words, their bytes, and what they are of.
#include <lenslet/value.hpp>

#include <gtest/gtest.h>

namespace lenslet {
namespace {

const ImageType picture{{SampleType::u8, 4, true}, {640, 480}};
const ArrayType table{SampleType::f64, {100, 3}};

TEST(ValueType, IsNamedWithAllThatItIs) {
  EXPECT_EQ(to_string(ValueType(picture)), "u8 x 4 with alpha of 640 x 480");
  EXPECT_EQ(to_string(ValueType(ImageType{{SampleType::f32, 1}, {5, 7}, 3})), "f32 x 1 of 5 x 7 in 3 layers");
  EXPECT_EQ(to_string(ValueType(table)), "f64 [100, 3]");
}

TEST(ValueType, CountsTheBytesOfSamplesAndElements) {
  EXPECT_EQ(bytes_of(ValueType(picture)), 640u * 480 * 4);
  EXPECT_EQ(bytes_of(ValueType(ImageType{{SampleType::u16, 3}, {5, 7}, 2})), 5u * 7 * 2 * 3 * 2);
  EXPECT_EQ(bytes_of(ValueType(table)), 2400u);
}

TEST(ValueType, IsThatOfTheValue) {
  EXPECT_EQ(type_of(HostValue(Image(picture.size, picture.format))), ValueType(picture));
  EXPECT_EQ(type_of(HostValue(Array(table))), ValueType(table));
  EXPECT_NE(ValueType(picture), ValueType(ImageType{picture.format, picture.size, 2}));
}

}  // namespace
}  // namespace lenslet
