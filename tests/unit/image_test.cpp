// Host images: shape checks, strides, access and conversion.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/image.hpp>

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat gray8{SampleType::u8, 1};
constexpr PixelFormat rgb16{SampleType::u16, 3};
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

template <class F>
std::string message_of(F make, ErrorKind kind = ErrorKind::invalid_argument) {
  try {
    make();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    return error.what();
  }
  return "no error";
}

TEST(Image, MayBeUndefinedAtFirst) {
  Image image = Image::undefined({5, 3}, rgb16);
  EXPECT_EQ(image.stride(), 30);
  image.set(4, 2, 2, 7);
  const Image copy = image;
  EXPECT_EQ(copy.at(4, 2, 2), 7);
  EXPECT_THAT(message_of([] { static_cast<void>(Image::undefined({0, 3}, rgb16)); }), HasSubstr("not 0 x 3"));
  EXPECT_THAT(message_of([] { static_cast<void>(Image::undefined({largest, 2}, rgb16)); }), HasSubstr("2^63"));
}

TEST(Image, IsZeroAndWithoutGapsAtFirst) {
  const Image image({5, 3}, rgb16);
  EXPECT_EQ(image.stride(), 30);
  for (std::int64_t y = 0; y < 3; ++y)
    for (std::int64_t x = 0; x < 5; ++x)
      for (int c = 0; c < 3; ++c) EXPECT_EQ(image.at(x, y, c), 0);
}

TEST(Image, KeepsWhatIsSet) {
  Image image({4, 4}, rgb16, 40);
  image.set(3, 2, 1, 1000.5);
  image.set(3, 2, 2, 70000);
  EXPECT_EQ(image.at(3, 2, 1), 1000);
  EXPECT_EQ(image.at(3, 2, 2), 65535);
  EXPECT_EQ(image.at(3, 2, 0), 0);
  EXPECT_EQ(image.row(2) - image.row(0), 80);
}

TEST(Image, BadShapesAreNamed) {
  EXPECT_THAT(message_of([] { Image({0, 3}, gray8); }), HasSubstr("not 0 x 3"));
  EXPECT_THAT(message_of([] { Image({3, -1}, gray8); }), HasSubstr("not 3 x -1"));
  EXPECT_THAT(message_of([] { Image({3, 3}, {SampleType::u8, 7}); }), HasSubstr("not 7"));
  EXPECT_THAT(message_of([] { Image({3, 3}, rgb16, 17); }), HasSubstr("17 bytes is too small for rows of 18"));
  EXPECT_THAT(message_of([] {
                Image({3, 3}, rgb16, -18);
              }),
              HasSubstr("-18 bytes for an image with memory of its own"));
}

TEST(Image, SizesThatOverflowAreRefused) {
  const std::string too_large = "more than 2^63 bytes";
  EXPECT_THAT(message_of([] { Image({largest, 1}, rgb16); }), HasSubstr(too_large));
  EXPECT_THAT(message_of([] { Image({largest / 6, 2}, rgb16); }), HasSubstr(too_large));
  EXPECT_THAT(message_of([] { Image({1, 3}, gray8, largest / 2); }), HasSubstr(too_large));
  const char pixel = 0;
  EXPECT_THAT(message_of([&] {
                ImageView(&pixel, {std::int64_t{1} << 32, std::int64_t{1} << 31}, gray8);
              }),
              HasSubstr(too_large));
}

TEST(Image, MoreMemoryThanThereIsIsAnError) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer's allocator ends the process instead of throwing";
#endif
  EXPECT_THAT(message_of([] { Image({largest, 1}, gray8); }, ErrorKind::unsupported), HasSubstr("bytes of memory"));
}

TEST(Image, CoordinatesOutsideAreRefused) {
  Image image({2, 2}, gray8);
  EXPECT_THROW(image.at(2, 0, 0), Error);
  EXPECT_THROW(image.at(0, -1, 0), Error);
  EXPECT_THROW(image.at(0, 0, 1), Error);
  EXPECT_THROW(image.set(0, 2, 0, 1), Error);
}

TEST(ImageView, ReadsRowsWithGaps) {
  const std::vector<std::uint8_t> pixels{1, 2, 99, 3, 4, 99};
  const ImageView view(pixels.data(), {2, 2}, gray8, 3);
  EXPECT_EQ(view.at(1, 0, 0), 2);
  EXPECT_EQ(view.at(0, 1, 0), 3);
  EXPECT_EQ(ImageView(pixels.data(), {2, 2}, gray8).stride(), 2);
}

TEST(ImageView, ANullPointerIsRefused) {
  EXPECT_THAT(message_of([] { ImageView(nullptr, {1, 1}, gray8); }), HasSubstr("null"));
}

TEST(Convert, RoundsAndSaturates) {
  Image image({3, 2}, {SampleType::f32, 1}, 20);
  image.set(0, 0, 0, 2.5);
  image.set(1, 0, 0, -7);
  image.set(2, 1, 0, 300);
  const Image bytes = convert(image, SampleType::u8);
  EXPECT_EQ(bytes.format(), gray8);
  EXPECT_EQ(bytes.at(0, 0, 0), 2);
  EXPECT_EQ(bytes.at(1, 0, 0), 0);
  EXPECT_EQ(bytes.at(2, 1, 0), 255);
}

TEST(Convert, KeepsValuesChannelsAndAlpha) {
  Image image({2, 2}, {SampleType::u8, 4, true});
  image.set(1, 1, 3, 255);
  for (const SampleType type : filter_types) {
    const Image other = convert(image, type);
    EXPECT_EQ(other.format(), (PixelFormat{type, 4, true}));
    EXPECT_EQ(other.at(1, 1, 3), 255) << name_of(type);
    EXPECT_EQ(other.at(1, 1, 2), 0) << name_of(type);
  }
}

TEST(Convert, ToTheSameTypeCopiesEachBit) {
  Image image({1, 2}, {SampleType::f32, 1}, 12);
  image.set(0, 1, 0, -0.0);
  const Image copy = convert(image, SampleType::f32);
  EXPECT_EQ(copy.stride(), 4);
  EXPECT_TRUE(std::signbit(copy.at(0, 1, 0)));
}

}  // namespace
}  // namespace lenslet
