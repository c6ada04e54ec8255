// What proves the kernels of the study `jpeg`: transforms in double, and the picture's samples.
#include <gtest/gtest.h>

#include "studies/experiments/jpeg_picture.hpp"

namespace lenslet::study {
namespace {

TEST(JpegTransform, OfABlockIsUndoneByItsInverse) {
  Block block{};
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<double>(scrambled(i) % 256) - 128;
  const Block again = inverse_transform(forward_transform(block));
  for (std::size_t i = 0; i < block.size(); ++i) EXPECT_NEAR(again[i], block[i], 1e-9) << i;
}

TEST(JpegTransform, OfOneNumberIsEven) {
  Block even{};
  even.fill(24);
  const Block made = forward_transform(even);
  EXPECT_NEAR(made[0], 8 * 24, 1e-9);
  for (std::size_t i = 1; i < made.size(); ++i) EXPECT_NEAR(made[i], 0, 1e-9) << i;
}

TEST(JpegPicture, KnowsItsSamples) {
  const JpegPicture picture({48, 32});
  for (const std::size_t spread : {1, 2}) {
    std::vector<std::uint8_t> planes = picture.planes(spread);
    EXPECT_EQ(picture.mismatch_in(planes, picture.size, spread), std::nullopt);
    for (const std::size_t place : {std::size_t{0}, planes.size() / 2, planes.size() - 1}) {
      const std::uint8_t right = planes[place];
      planes[place] = right < 128 ? right + 2 : right - 2;
      EXPECT_NE(picture.mismatch_in(planes, picture.size, spread), std::nullopt) << place;
      planes[place] = right;
    }
  }
}

// The kernel of any size needs this.
TEST(JpegPicture, IsComparedWithinTheImage) {
  const JpegPicture picture({32, 32});
  const std::vector<std::uint8_t> whole = picture.planes(2);
  std::vector<std::uint8_t> part;
  for (std::size_t c = 0; c < jpeg_components; ++c)
    for (std::size_t y = 0; y < 29; ++y)
      for (std::size_t x = 0; x < 27; ++x) part.push_back(whole[(c * 32 + y) * 32 + x]);
  EXPECT_EQ(picture.mismatch_in(part, {27, 29}, 2), std::nullopt);
  EXPECT_NE(picture.mismatch_in(whole, {27, 29}, 2), std::nullopt);
}

// Only then do results for its file hold for photographs.
TEST(JpegPicture, IsAsLargeAsAPhotographsFile) {
  const Image image = make_photograph({256, 256});
  const std::vector<std::byte> file = codec::host_file(image, jpeg_options);
  const double bits = 8.0 * static_cast<double>(file.size()) / (256 * 256);
  EXPECT_GT(bits, 1.5);
  EXPECT_LT(bits, 4.5);
}

}  // namespace
}  // namespace lenslet::study
