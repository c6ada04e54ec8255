// Ops that move pixels, and Otsu's threshold: results that can be counted by hand, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using Rows = std::vector<std::vector<double>>;

constexpr PixelFormat grey{SampleType::u8, 1};

Image grey_image(const Rows& rows) {
  Image image({static_cast<std::int64_t>(rows.front().size()), static_cast<std::int64_t>(rows.size())}, grey);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      image.set(x, y, 0, rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]);
  return image;
}

Rows rows_of(const Image& image) {
  Rows rows(static_cast<std::size_t>(image.height()));
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) rows[static_cast<std::size_t>(y)].push_back(image.at(x, y, 0));
  return rows;
}

class Moves : public DeviceTest {
 protected:
  static Rows run(const Call& call, const Rows& rows) {
    return rows_of(session().run(call, grey_image(rows)).images.front());
  }
  static std::string refused(const Call& call, const Image& image) {
    return refusal([&] { session().run(call, image); });
  }
};

TEST_F(Moves, PixelsComeWhereTheyBelong) {
  using enum ops::Flip::Direction;
  const Rows image{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(run(ops::Flip{}, image), (Rows{{3, 2, 1}, {6, 5, 4}}));
  EXPECT_EQ(run(ops::Flip{.direction = vertical}, image), (Rows{{4, 5, 6}, {1, 2, 3}}));
  EXPECT_EQ(run(ops::Flip{.direction = both}, image), (Rows{{6, 5, 4}, {3, 2, 1}}));
  EXPECT_EQ(run(ops::Rotate{}, image), (Rows{{4, 1}, {5, 2}, {6, 3}})) << "clockwise";
  EXPECT_EQ(run(ops::Rotate{.degrees = 180}, image), (Rows{{6, 5, 4}, {3, 2, 1}}));
  EXPECT_EQ(run(ops::Rotate{.degrees = 270}, image), (Rows{{3, 6}, {2, 5}, {1, 4}}));
  EXPECT_EQ(run(ops::Rotate{.degrees = 0}, image), image);
  EXPECT_EQ(run(ops::Rotate{.degrees = -450}, image), (Rows{{3, 6}, {2, 5}, {1, 4}}));
  EXPECT_EQ(run(ops::Transpose{}, image), (Rows{{1, 4}, {2, 5}, {3, 6}}));
  EXPECT_EQ(run(ops::Crop{.x = 1}, image), (Rows{{2, 3}, {5, 6}}));
  EXPECT_EQ(run(ops::Crop{.y = 1, .width = 2}, image), (Rows{{4, 5}}));
}

TEST_F(Moves, WhatLiesOutsideIsRefused) {
  const Image image({10, 7}, grey);
  EXPECT_THAT(refused(ops::Crop{.x = 4, .width = 7}, image),
              HasSubstr("width 7 at x 4 does not lie in the image of 10 x 7; allowed: a width up to 6"));
  EXPECT_THAT(refused(ops::Crop{.y = 7}, image), HasSubstr("y 7 does not lie in the image of 10 x 7; allowed: 0 to 6"));
  EXPECT_THAT(refused(ops::Crop{.width = 2147483647}, image), HasSubstr("2147483647"));
}

TEST_F(Moves, APartReadsWhereItsPixelsComeFrom) {
  const ImageType type{grey, {60, 40}};
  const auto reads = [&](const Call& call, const Rect& region) {
    return session().plan(Work{call, {type}}).reads(region, type.size);
  };
  EXPECT_EQ(reads(ops::Flip{}, {0, 3, 10, 20}), (Rect{50, 3, 10, 20}));
  EXPECT_EQ(reads(ops::Rotate{}, {0, 5, 7, 9}), (Rect{5, 33, 9, 7}));
  EXPECT_EQ(reads(ops::Crop{.x = 4, .y = 2}, {1, 1, 5, 6}), (Rect{5, 3, 5, 6}));
}

TEST_F(Moves, OtsuDividesWhatIsApart) {
  using enum ops::Otsu::Kind;
  const Rows image{{10, 12, 11, 200, 201}};  // the level is 12: it belongs to the lower part
  EXPECT_EQ(run(ops::Otsu{}, image), (Rows{{0, 0, 0, 255, 255}}));
  EXPECT_EQ(run(ops::Otsu{.kind = inverse}, image), (Rows{{255, 255, 255, 0, 0}}));
  EXPECT_EQ(run(ops::Otsu{.kind = truncate}, image), (Rows{{10, 12, 11, 12, 12}}));
  EXPECT_EQ(run(ops::Otsu{.kind = tozero}, image), (Rows{{0, 0, 0, 200, 201}}));
  EXPECT_EQ(run(ops::Otsu{.kind = tozero_inverse}, image), (Rows{{10, 12, 11, 0, 0}}));
  EXPECT_EQ(run(ops::Otsu{}, {{7, 7}}), (Rows{{255, 255}})) << "without two parts the level is 0, as OpenCV's";
  EXPECT_THAT(refused(ops::Otsu{}, Image({2, 2}, {SampleType::u8, 3})), HasSubstr("u8, u16 with 1 channel"));
  EXPECT_THAT(refused(ops::Otsu{}, Image({2, 2}, {SampleType::f32, 1})), HasSubstr("image is of f32"));
}

TEST_F(Moves, OtsuOfArraysIsTheLevel) {
  Array x({SampleType::u16, {1, 4, 2}});
  const double samples[] = {1, 500, 2, 70, 60000, 501, 59000, 502};
  for (std::int64_t i = 0; i < x.count(); ++i) x.set(i, samples[i]);
  const Array levels = session().run(array_ops::Otsu{}, {x}).arrays.front();
  EXPECT_EQ(levels.at(0), 2);
  EXPECT_EQ(levels.at(1), 70);
}

}  // namespace
}  // namespace lenslet
