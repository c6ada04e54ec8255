// Ops of geometry: results that can be counted by hand, what parts read, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using Rows = std::vector<std::vector<double>>;

constexpr PixelFormat grey{SampleType::u8, 1};
const Rows six{{10, 20, 30}, {40, 50, 60}};

Image grey_image(const Rows& rows) {
  Image image({static_cast<std::int64_t>(rows.front().size()), static_cast<std::int64_t>(rows.size())}, grey);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      image.set(x, y, 0, rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]);
  return image;
}

class Geometry : public DeviceTest {
 protected:
  static Rows run(const Call& call, const OpOptions& options = {}) {
    const Image image = session().run(call, grey_image(six), options).images.front();
    Rows rows(static_cast<std::size_t>(image.height()));
    for (std::int64_t y = 0; y < image.height(); ++y)
      for (std::int64_t x = 0; x < image.width(); ++x) rows[static_cast<std::size_t>(y)].push_back(image.at(x, y, 0));
    return rows;
  }
  static std::string refused(const Call& call, const OpOptions& options = {}) {
    return refusal([&] { session().run(call, grey_image(six), options); });
  }
  static Rect reads(const Call& call, const Rect& region, Border border = Border::constant) {
    const ImageType type{grey, {60, 40}};
    return session().plan(Work{call, {type}, {.border = border}}).reads(region, type.size);
  }
};

TEST_F(Geometry, PadFillsByTheBorder) {
  const ops::Pad call{.left = 1, .right = 2};
  EXPECT_EQ(run(call), (Rows{{0, 10, 20, 30, 0, 0}, {0, 40, 50, 60, 0, 0}}));
  EXPECT_EQ(run(call, {.border = Border::replicate}), (Rows{{10, 10, 20, 30, 30, 30}, {40, 40, 50, 60, 60, 60}}));
  EXPECT_EQ(run(call, {.border = Border::reflect101}), (Rows{{20, 10, 20, 30, 20, 10}, {50, 40, 50, 60, 50, 40}}));
  EXPECT_EQ(run(ops::Pad{.size = {4, 3}}, {.border_value = {7}}),
            (Rows{{10, 20, 30, 7}, {40, 50, 60, 7}, {7, 7, 7, 7}}));
}

// The first of nearly as many samples as an int counts.
TEST_F(Geometry, AMarginMayBeAsWideAsARowCanBe) {
  Image image({1, 1}, {SampleType::u8, 2});
  image.set(0, 0, 0, 7);
  image.set(0, 0, 1, 9);
  const Call call = ops::Pad{.left = (1 << 30) - 2};
  const Plan plan =
      session().plan(Work{call, {ImageType{image.format(), image.size()}}, {.border = Border::replicate}});
  const DeviceImage uploaded = session().upload(image);
  const Image part = session().download(plan.run(uploaded, RunOptions{.region = Rect{0, 0, 64, 1}}).image());
  for (std::int64_t x = 0; x < 64; ++x) EXPECT_EQ(part.at(x, 0, 0) * 10 + part.at(x, 0, 1), 79) << x;
}

TEST_F(Geometry, AMatrixMapsTheImageToTheResult) {
  EXPECT_EQ(run(ops::WarpAffine{.matrix = {2, 3, {1, 0, 1, 0, 1, 0}}}), (Rows{{0, 10, 20}, {0, 40, 50}}));
  EXPECT_EQ(run(ops::WarpAffine{.matrix = {2, 3, {1, 0, 1, 0, 1, 0}}, .inverse = true}),
            (Rows{{20, 30, 0}, {50, 60, 0}}));
  EXPECT_EQ(run(ops::WarpAffine{.matrix = {2, 3, {1, 0, 0.5, 0, 1, 0}}, .inverse = true}),
            (Rows{{15, 25, 15}, {45, 55, 30}}));
  EXPECT_EQ(run(ops::WarpAffine{.matrix = {2, 3, {2, 0, 0, 0, 2, 0}}, .size = {5, 3}}),
            (Rows{{10, 15, 20, 25, 30}, {25, 30, 35, 40, 45}, {40, 45, 50, 55, 60}}));
  EXPECT_EQ(run(ops::WarpPerspective{.matrix = {3, 3, {2, 0, 0, 0, 2, 0, 0, 0, 2}}}), six);
  EXPECT_EQ(run(ops::WarpPerspective{.matrix = {3, 3, {-1, 0, 0, 0, -1, 0, 0, 0, -1}}, .inverse = true}), six);
}

TEST_F(Geometry, RotatedImagesGrowKeepTheirSizeOrShowNothingFromOutside) {
  const auto size = [](const Call& call) {
    return std::get<ImageType>(work_outputs(image_work(call, grey, {200, 100})).front().type).size;
  };
  EXPECT_EQ(size(ops::Rotate{.degrees = 30}), (Size{223, 187}));
  EXPECT_EQ(size(ops::Rotate{.degrees = 30, .canvas = ops::Rotate::Canvas::keep}), (Size{200, 100}));
  EXPECT_EQ(size(ops::Rotate{.degrees = 30, .canvas = ops::Rotate::Canvas::inside}), (Size{107, 53}));
  EXPECT_EQ(size(ops::Rotate{.degrees = 90, .canvas = ops::Rotate::Canvas::inside}), (Size{100, 50}));
  EXPECT_EQ(run(ops::Rotate{.degrees = 180, .canvas = ops::Rotate::Canvas::keep}), (Rows{{60, 50, 40}, {30, 20, 10}}));
}

TEST_F(Geometry, OnlyCopiesTakeAllTypes) {
  const Image image({3, 2}, {SampleType::i32, 1});
  EXPECT_EQ(session().run(ops::Rotate{}, image).images.front().size(), (Size{2, 3}));
  EXPECT_THAT(refusal([&] { session().run(ops::Rotate{.degrees = 30}, image); }),
              HasSubstr("rotate: i32 turned by 30 degrees, which mixes pixels; allowed: u8, u16, f16, f32"));
  const Image padded = session().run(ops::Pad{.left = 1}, image, {.border_value = {-70000}}).images.front();
  EXPECT_EQ(padded.at(0, 0, 0), -70000);
  EXPECT_EQ(padded.at(1, 0, 0), 0);
}

TEST_F(Geometry, APartReadsWhereItsPixelsComeFrom) {
  EXPECT_EQ(reads(ops::Pad{.left = 5, .top = 7}, {0, 0, 15, 17}), (Rect{0, 0, 10, 10}));
  EXPECT_EQ(reads(ops::Pad{.left = 5, .top = 7}, {0, 0, 15, 17}, Border::wrap), (Rect{0, 0, 60, 40}));
  EXPECT_EQ(reads(ops::Pad{.top = 7, .bottom = 9}, {0, 0, 60, 3}, Border::reflect), (Rect{0, 0, 60, 8}));
  EXPECT_EQ(reads(ops::Pad{.top = 7, .bottom = 9}, {0, 50, 60, 2}, Border::reflect), (Rect{0, 30, 60, 10}));
  EXPECT_EQ(reads(ops::WarpAffine{.matrix = {2, 3, {1, 0, 10, 0, 1, -3}}}, {20, 4, 5, 6}), (Rect{10, 7, 6, 7}));
  EXPECT_EQ(reads(ops::WarpAffine{.matrix = {2, 3, {1, 0, 100, 0, 1, 0}}}, {0, 0, 5, 6}), (Rect{0, 0, 1, 7}));
}

TEST_F(Geometry, APartThatDividesByLittleReadsTheWholeImage) {
  constexpr double e = 0x1p-24;
  const auto warped = [](const std::vector<double>& matrix, Size size) {
    return ops::WarpPerspective{.matrix = {3, 3, matrix}, .inverse = true, .size = size};
  };
  const Rect whole{0, 0, 60, 40};
  EXPECT_EQ(reads(warped({0, 0, -190, 0, -1, 0, -1, 0, 0}, {200, 40}), {0, 0, 60, 40}), whole);
  EXPECT_EQ(reads(warped({50 * e, 0, 100 * e, 0, 5, 0, e / 2, 1, e}, {9, 1000}), {0, 0, 9, 1}), whole);
  EXPECT_NE(reads(warped({1, 0, 0, 0, 1, 0, 0.001, 0, 1}, {60, 40}), {0, 0, 5, 6}), whole);
}

TEST_F(Geometry, WhatMeansNothingIsRefused) {
  EXPECT_THAT(refused(ops::WarpAffine{.matrix = {2, 3, {1, 2, 0, 2, 4, 0}}}), HasSubstr("has the determinant 0"));
  EXPECT_THAT(refused(ops::WarpAffine{.matrix = {2, 3, {1e200, 0, 0, 0, 1e200, 0}}}), HasSubstr("not a finite number"));
  EXPECT_EQ(run(ops::WarpPerspective{.matrix = {3, 3, {1, 0, 1000000, 0, 1, -1000000, 0, 0, 1}}}),
            (Rows{{0, 0, 0}, {0, 0, 0}}));
  EXPECT_EQ(refused(ops::WarpAffine{}), "warp_affine: no matrix is given; allowed: 2 rows of 3 numbers");
  EXPECT_THAT(refused(ops::WarpAffine{.matrix = {1, 3, {1, 2, 0}}}),
              HasSubstr("has 1 x 3 numbers; allowed: 2 rows of 3"));
  EXPECT_THAT(refused(ops::WarpAffine{.matrix = {2, 3, {1, 0, 1e10, 0, 1, 0}}}),
              HasSubstr("further away than 1073741824 pixels"));
  EXPECT_THAT(refused(ops::WarpAffine{.size = {3, 0}}), HasSubstr("size is '3x', allowed: WIDTHxHEIGHT"));
  EXPECT_THAT(refused(ops::AdaptiveThreshold{.ksize = 4}),
              HasSubstr("adaptive_threshold: ksize is 4; allowed: an odd number from 3 to 255"));
  EXPECT_THAT(refused(ops::AdaptiveThreshold{.by = ops::AdaptiveThreshold::By::gaussian, .ksize = 129}),
              HasSubstr("adaptive_threshold: ksize is 129; allowed: an odd number from 3 to 127"));
  EXPECT_THAT(refused(ops::Levels{.low = {-1e39}, .high = {1e39}}),
              HasSubstr("levels: low is -1e+39 and high is 1e+39; allowed: levels that f32 holds"));
  EXPECT_THAT(refused(ops::Levels{.low = {0}, .high = {1e-40}}),
              HasSubstr("levels: low is 0 and high is 1e-40; allowed: levels"));
  EXPECT_THAT(refused(ops::Pad{}), HasSubstr("neither a size nor a margin"));
  EXPECT_THAT(refused(ops::Pad{.left = 1, .size = {9, 9}}), HasSubstr("one of them"));
  EXPECT_THAT(refused(ops::Pad{.size = {2, 9}}), HasSubstr("size 2x9 for an image of 3 x 2"));
}

TEST_F(Geometry, OpsRefuseBordersThatTheyDoNotKnow) {
  EXPECT_THAT(refused(ops::Pad{.left = 1}, {.border = Border::centre}), HasSubstr("allowed: constant, replicate"));
  EXPECT_THAT(refused(ops::Invert{}, {.border = Border::wrap}),
              HasSubstr("invert: the border 'wrap' has no meaning: nothing of the op looks outside the image"));
  EXPECT_THAT(refused(Pipeline::parse("invert | flip"), {.border = Border::wrap}),
              HasSubstr("border 'wrap' has no meaning for any op"));
  EXPECT_EQ(run(Pipeline::parse("invert | invert | pad left=1"), {.border = Border::wrap}),
            (Rows{{30, 10, 20, 30}, {60, 40, 50, 60}}));
  EXPECT_THAT(refused(ops::Rotate{}, {.border = Border::wrap}), HasSubstr("rotate: the border 'wrap' has no meaning"));
  EXPECT_EQ(run(ops::Rotate{.degrees = 180}, {.alpha = Alpha::keep}), (Rows{{60, 50, 40}, {30, 20, 10}}));
  EXPECT_EQ(run(Pipeline::parse("rotate degrees=180 | pad left=1"), {.border = Border::wrap}),
            (Rows{{40, 60, 50, 40}, {10, 30, 20, 10}}));
  EXPECT_EQ(border_of({ops::Pad{}, {}}), Border::constant);
  EXPECT_EQ(border_of({ops::Gaussian{}, {}}), Border::reflect101);
  EXPECT_EQ(border_of({ops::Invert{}, {}}), std::nullopt);
}

}  // namespace
}  // namespace lenslet
