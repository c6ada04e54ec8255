// Every command on image objects of every kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <span>

#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>

#include "image_of_kind.hpp"
#include "objects_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

class ImageKinds : public testing::TestWithParam<ImageKind> {
 protected:
  void SetUp() override {
    if (!session.device().images) GTEST_SKIP() << "no images";
  }

  std::vector<float> texels_in(const ImageObject& image) const {
    std::vector<float> values(texels_of(image.description()));
    queue.read(image, bytes_of(values)).wait();
    return values;
  }

  ImageObject with_numbers() const {
    ImageObject image = made(session, small(GetParam()));
    const std::vector<float> values = numbers_from_one(texels_of(image.description()));
    queue.write(bytes_of(values), image).wait();
    return image;
  }

  const Session& session = session_of_tests();
  const Queue queue{session};
};

TEST_P(ImageKinds, AreWrittenAndRead) {
  const ImageObject image = with_numbers();
  EXPECT_EQ(texels_in(image), numbers_from_one(texels_of(image.description())));
}

// The box begins in the last row, layer or slice, and the host's rows have gaps.
TEST_P(ImageKinds, AreWrittenAndReadInParts) {
  const ImageObject image = with_numbers();
  std::vector<float> expected = texels_in(image);
  const auto [x, y, z] = whole_of(image.description()).size;
  const TexelBox box{{2, y - 1, z - 1}, {2, 1, 1}};
  const std::vector<float> part = {-1, -2, 0, 0};
  queue.write(bytes_of(part), image, box, {.row = 12, .slice = 16}).wait();
  std::copy_n(part.begin(), 2, expected.end() - 3);
  EXPECT_EQ(texels_in(image), expected);
  std::vector<float> back(4, 9);
  queue.read(image, bytes_of(back), box, {.row = 16, .slice = 16}).wait();
  EXPECT_THAT(back, ElementsAre(-1, -2, 9, 9));
}

TEST_P(ImageKinds, AreFilled) {
  const ImageObject image = with_numbers();
  queue.fill(image, std::array<float, 4>{0.5f, 1, 2, 3}).wait();
  EXPECT_THAT(texels_in(image), Each(0.5f));
  const ImageObject bytes = made(session, small(GetParam(), four_bytes));
  queue.fill(bytes, std::array<std::uint32_t, 4>{1, 2, 3, 400}).wait();
  std::vector<std::uint8_t> values(4 * texels_of(bytes.description()));
  queue.read(bytes, bytes_of(values)).wait();
  for (std::size_t i = 0; i < values.size(); i += 4)
    ASSERT_THAT(std::span(values).subspan(i, 4), ElementsAre(1, 2, 3, 255)) << "at " << i;
}

TEST_P(ImageKinds, AreCopiedToArraysAndBack) {
  const ImageObject image = with_numbers(), other = made(session, image.description());
  const auto count = static_cast<std::int64_t>(texels_of(image.description()));
  const DeviceArray flat = session.allocate(ArrayType{SampleType::f32, {count}});
  if (GetParam() == ImageKind::image1d_array && session.device().platform == "NVIDIA CUDA") {
    EXPECT_THAT(refusal([&] { queue.copy(image, flat); }, ErrorKind::unsupported), HasSubstr("allowed: reads"));
    EXPECT_THAT(refusal([&] { queue.copy(flat, image); }, ErrorKind::unsupported), HasSubstr("allowed: reads"));
    return;
  }
  queue.copy(image, flat).wait();
  std::vector<float> values(static_cast<std::size_t>(count));
  queue.read(flat, bytes_of(values)).wait();
  EXPECT_EQ(values, numbers_from_one(values.size()));
  queue.copy(flat, other).wait();
  EXPECT_EQ(texels_in(other), values);
  const std::int64_t step = std::lcm<std::int64_t>(session.device().alignment, sizeof(float)) / sizeof(float);
  const DeviceArray longer = session.allocate(ArrayType{SampleType::f32, {step + count}});
  const DeviceArray end = session.part(longer, step, count);
  queue.fill(longer, std::as_bytes(std::span("\0\0\0", 4))).wait();
  queue.copy(other, end).wait();
  const ImageObject from_part = made(session, image.description());
  queue.copy(end, from_part).wait();
  EXPECT_EQ(texels_in(from_part), values);
}

TEST_P(ImageKinds, AreCopiedToAllKinds) {
  const ImageObject image = with_numbers();
  for (const ImageKind kind : image_kinds) {
    const ImageObject other = made(session, small(kind));
    queue.fill(other, std::array<float, 4>{}).wait();
    queue.copy(image, {{1, 0, 0}, {3, 1, 1}}, other, {2, 0, 0}).wait();
    std::vector<float> expected(texels_of(other.description()));
    std::iota(expected.begin() + 2, expected.begin() + 5, 2.0f);
    EXPECT_EQ(texels_in(other), expected) << name_of(kind);
  }
}

TEST_P(ImageKinds, AreMapped) {
  const ImageObject image = with_numbers();
  std::vector<float> expected = texels_in(image);
  const auto [x, y, z] = whole_of(image.description()).size;
  {
    const MappedTexels mapped(queue, image, HostAccess::write);
    const bool layers = GetParam() == ImageKind::image1d_array;
    std::byte* const last = (layers ? mapped.at(0, y - 1) : mapped.at(y - 1, z - 1)) + 4 * (x - 1);
    EXPECT_EQ(std::memcmp(last, &expected.back(), 4), 0);
    std::memcpy(last, &(expected.back() = -7), 4);
  }
  EXPECT_EQ(texels_in(image), expected);
  {
    const MappedTexels mapped(queue, image, HostAccess::write, {{3, y - 1, z - 1}, {2, 1, 1}});
    EXPECT_EQ(std::memcmp(mapped.at(0), &expected.back() - 1, 8), 0);
    std::memcpy(mapped.at(0), &(*(expected.end() - 2) = -8), 4);
  }
  EXPECT_EQ(texels_in(image), expected);
}

INSTANTIATE_TEST_SUITE_P(All, ImageKinds, testing::ValuesIn(image_kinds),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

// Images of another kind get their texels from the driver.
template <class Colour>
void expect_same_fill(const Queue& queue, const TexelFormat& format, const Colour& colour) {
  const ImageObject by_driver(queue.session(), {ImageKind::image1d, format, 5});
  const std::size_t texel = by_driver.info().element_bytes;
  const ImageObject over_array = made(queue.session(), small(ImageKind::image1d_buffer, format), texel);
  std::vector<std::byte> wanted(5 * texel), got(5 * texel);
  queue.fill(by_driver, colour).wait();
  queue.fill(over_array, colour).wait();
  queue.read(by_driver, wanted).wait();
  queue.read(over_array, got).wait();
  EXPECT_EQ(got, wanted) << to_string(format);
}

TEST(ImageBuffers, AreFilledAsOtherKindsAre) {
  const Session& session = session_of_tests();
  if (!session.device().images) GTEST_SKIP() << "no images";
  const Queue queue(session);
  const auto others = image_formats(session, ImageKind::image1d);
  for (const TexelFormat& format : image_formats(session, ImageKind::image1d_buffer)) {
    if (std::ranges::count(others, format) == 0) continue;
    const std::string_view type = name_of(format.type);
    if (type.starts_with("unsigned"))  // Intel's driver takes more than 2^31 for 0
      expect_same_fill(queue, format, std::array<std::uint32_t, 4>{1, 200, 40000, 2000000000});
    else if (type.starts_with("signed"))
      expect_same_fill(queue, format, std::array<std::int32_t, 4>{-1, 100, -20000, 2000000000});
    else if (type.find("norm") != type.npos)  // drivers differ for numbers below -1
      expect_same_fill(queue, format, std::array<float, 4>{0.2f, 1, -1, 0.6f});
    else  // drivers round halves differently
      expect_same_fill(queue, format, std::array<float, 4>{0.25f, 1, -2, 0.625f});
  }
}

}  // namespace
}  // namespace lenslet
