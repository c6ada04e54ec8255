// Arrays in host memory: elements, shapes, and what is refused.
#include <lenslet/array.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

TEST(Array, KeepsItsElements) {
  const Array array = Array::of<float>({1.5f, -2, 0});
  EXPECT_EQ(array.type(), (ArrayType{SampleType::f32, {3}}));
  EXPECT_EQ(array.at(1), -2);
  EXPECT_EQ(array.as<float>()[0], 1.5f);
}

TEST(Array, RoundsAndSaturates) {
  Array bytes({SampleType::u8, {4}});
  bytes.set(0, 300);
  bytes.set(1, -1);
  bytes.set(2, 2.5);
  bytes.set(3, std::nan(""));
  EXPECT_EQ(bytes.at(0), 255);
  EXPECT_EQ(bytes.at(1), 0);
  EXPECT_EQ(bytes.at(2), 2);
  EXPECT_EQ(bytes.at(3), 0);
  Array longs({SampleType::i64, {2}});
  longs.set(0, 1e30);
  longs.set(1, -1e30);
  EXPECT_EQ(longs.as<std::int64_t>()[0], std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(longs.as<std::int64_t>()[1], std::numeric_limits<std::int64_t>::min());
}

TEST(Array, HoldsHalves) {
  Array halves({SampleType::f16, {1}});
  halves.set(0, 1.0 / 3);
  EXPECT_EQ(halves.at(0), 0.333251953125);
  EXPECT_EQ(halves.as<std::uint16_t>()[0], 0x3555);
  EXPECT_THROW(halves.as<std::int16_t>(), Error);
}

TEST(Array, IsReadAsWhatItIs) {
  const Array array({SampleType::i32, {2}});
  EXPECT_NO_THROW(array.as<std::int32_t>());
  EXPECT_THROW(array.as<std::uint32_t>(), Error);
  EXPECT_THROW(array.as<float>(), Error);
  EXPECT_THROW(array.as<std::int64_t>(), Error);
}

TEST(Array, ChangesItsShapeOnlyForAsManyElements) {
  const Array array = Array::of<double>({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(array.reshaped({2, 3}).type().shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_THROW(array.reshaped({4, 2}), Error);
}

TEST(Array, RefusesSidesThatCannotBe) {
  EXPECT_THROW(Array({SampleType::u8, {-1}}), Error);
  EXPECT_THROW(Array({SampleType::u8, {std::int64_t{1} << 40, std::int64_t{1} << 40}}), Error);
  EXPECT_EQ(Array({SampleType::u8, {0, 5}}).count(), 0);
  EXPECT_EQ(Array({SampleType::u8, {}}).count(), 1);  // a single number
}

std::string refusal(const Array& array, SampleType type) {
  try {
    converted(array, type);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(Converted, KeepsEveryDigitOfIntegers) {
  constexpr std::int64_t large = (std::int64_t{1} << 53) + 1, least = std::numeric_limits<std::int64_t>::min();
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const Array whole = converted(Array::of<std::int64_t>({large, 7}), SampleType::u64);
  EXPECT_EQ(whole.as<std::uint64_t>()[0], static_cast<std::uint64_t>(large));
  EXPECT_EQ(converted(whole, SampleType::i64).as<std::int64_t>()[0], large);
  EXPECT_EQ(refusal(Array::of<std::uint64_t>({1, most}), SampleType::i64),
            "element 1 is 18446744073709551615, which i64 cannot hold");
  EXPECT_EQ(refusal(Array::of<std::int64_t>({least}), SampleType::u64),
            "element 0 is -9223372036854775808, which u64 cannot hold");
  EXPECT_EQ(converted(Array::of<std::int64_t>({least}), SampleType::f64).at(0), -0x1p63);
}

TEST(Converted, RoundsFractionsAndTellsWhatDoesNotFit) {
  const Array rounded = converted(Array::of<double>({2.5, -0.5, 254.6}), SampleType::u8);
  EXPECT_EQ(rounded.at(0), 2);
  EXPECT_EQ(rounded.at(1), 0);
  EXPECT_EQ(rounded.at(2), 255);
  EXPECT_EQ(refusal(Array::of<double>({255.6}), SampleType::u8), "element 0 is 255.6, which u8 cannot hold");
  EXPECT_EQ(refusal(Array::of<double>({0x1p64}), SampleType::u64),
            "element 0 is 1.8446744073709552e+19, which u64 cannot hold");
  EXPECT_EQ(refusal(Array::of<float>({std::nanf("")}), SampleType::i32), "element 0 is nan, which i32 cannot hold");
  EXPECT_EQ(refusal(Array::of<double>({1e300}), SampleType::f32), "element 0 is 1e+300, which f32 cannot hold");
  EXPECT_EQ(refusal(Array::of<float>({1e5f}), SampleType::f16), "element 0 is 100000, which f16 cannot hold");
}

TEST(Converted, GoesByEachPairOfTypes) {
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(converted(Array::of<double>({infinite}), SampleType::f16).at(0), infinite);
  for (const SampleType from : sample_types)
    for (const SampleType to : sample_types) {
      Array array({from, {3, 1}});
      for (std::int64_t i = 0; i < 3; ++i) array.set(i, static_cast<double>(100 - i));
      const Array result = converted(array, to);
      EXPECT_EQ(result.type(), (ArrayType{to, {3, 1}}));
      for (std::int64_t i = 0; i < 3; ++i) EXPECT_EQ(result.at(i), 100 - i);
    }
}

TEST(SampleType, HasANameAndLimits) {
  for (const SampleType type : sample_types) {
    EXPECT_EQ(parse_sample_type(name_of(type)), type);
    if (!is_integer(type)) continue;
    EXPECT_EQ(store_value(1e30, type), max_value(type));
    EXPECT_EQ(store_value(-1e30, type), min_value(type));
  }
  EXPECT_EQ(min_value(SampleType::i16), -32768);
  EXPECT_EQ(max_value(SampleType::u32), 4294967295.0);
  EXPECT_THROW(parse_sample_type("i128"), Error);
}

}  // namespace
}  // namespace lenslet
