// A mismatch anywhere in a large result is looked at.
#include "stencil/suspects.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lenslet::stencil {
namespace {

const PixelFormat format{SampleType::f32, 2};

std::vector<Image> results(Size size) {
  std::vector<Image> images(2, Image(size, format));
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) images[1].set(x, y, 1, static_cast<double>(x * 31 + y));
  return images;
}

std::vector<ImageView> views(const std::vector<Image>& images) {
  return {images.begin(), images.end()};
}

testing::Matcher<Position> is_at(std::int64_t x, std::int64_t y, int channel) {
  return testing::AllOf(testing::Field(&Position::x, x), testing::Field(&Position::y, y),
                        testing::Field(&Position::channel, channel));
}

TEST(Suspects, AreNoneWhereResultsAreEqual) {
  const std::vector<Image> one = results({50, 20}), same = results({50, 20});
  EXPECT_TRUE(suspects(views(one), views(same)).empty());
}

TEST(Suspects, AreTheWorstOfEveryRowThatDiffers) {
  const std::vector<Image> right = results({50, 20});
  std::vector<Image> got = right;
  got[0].set(3, 4, 0, 0.5);
  got[0].set(9, 4, 1, -2);
  got[1].set(49, 19, 1, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THAT(suspects(views(got), views(right)), testing::ElementsAre(is_at(9, 4, 1), is_at(49, 19, 1)));
}

TEST(Suspects, LongRowsHaveOneInEveryStretch) {
  const std::vector<Image> right = results({10000, 1});
  std::vector<Image> got = right;
  got[0].set(5, 0, 0, 1);
  got[0].set(9999, 0, 1, 1);
  EXPECT_THAT(suspects(views(got), views(right)), testing::ElementsAre(is_at(5, 0, 0), is_at(9999, 0, 1)));
}

TEST(Suspects, SpreadMeetsEveryRowAndChannelInside) {
  std::vector<int> rows(40, 0), channels(3, 0);
  for (const Position position : spread({17, 40}, 3)) {
    ASSERT_LT(position.x, 17);
    ++rows[static_cast<std::size_t>(position.y)];
    ++channels[static_cast<std::size_t>(position.channel)];
  }
  EXPECT_THAT(rows, testing::Each(testing::Gt(0)));
  EXPECT_THAT(channels, testing::Each(testing::Gt(0)));
}

}  // namespace
}  // namespace lenslet::stencil
