// Sizes of resized images, what is noted of them, and means along each side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>

#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

class ResizedImages : public DeviceTest {
 protected:
  static std::vector<double> run(const Call& call, const std::vector<Image>& inputs) {
    const Image result = session().run(call, inputs).images.front();
    std::vector<double> samples;
    for (std::int64_t y = 0; y < result.height(); ++y)
      for (std::int64_t x = 0; x < result.width(); ++x) samples.push_back(result.at(x, y, 0));
    return samples;
  }
};

// Of 10 x 7: the side that is not given follows, rounded, and is never 0.
TEST_F(ResizedImages, KeepsProportions) {
  using enum ops::Resize::How;
  const Image image({10, 7}, {SampleType::u8, 3}), thin({1000, 1}, {SampleType::u8, 1});
  const auto size_of = [](const Call& call, const Image& from) { return session().run(call, from).images[0].size(); };
  EXPECT_EQ(size_of(ops::Resize{.size = {33, 0}}, image), (Size{33, 23}));
  EXPECT_EQ(size_of(ops::Resize{.size = {33, 0}}, image), (Size{33, 23}));
  EXPECT_EQ(size_of(ops::Resize{.size = {0, 14}}, image), (Size{20, 14}));
  EXPECT_EQ(size_of(ops::Resize{.size = {20, 0}}, thin), (Size{20, 1}));
  EXPECT_EQ(size_of(ops::Resize{.fit = {20, 20}}, image), (Size{20, 14}));
  EXPECT_EQ(size_of(ops::Resize{.fit = {20, 7}}, image), (Size{10, 7}));
  EXPECT_EQ(size_of(ops::Resize{.fit = {20, 20}, .how = outside}, image), (Size{29, 20}));
  EXPECT_EQ(size_of(ops::Resize{.fit = {20, 20}, .how = exact}, image), (Size{20, 20}));
}

TEST_F(ResizedImages, AChangeOfProportionsIsNoted) {
  const auto note_of = [](const Call& call) {
    return work_outputs(image_work(call, {SampleType::u8, 3}, {3000, 2000})).front().note;
  };
  EXPECT_THAT(note_of(ops::Resize{.size = {1600, 1600}}),
              HasSubstr("3000 x 2000 becomes 1600 x 1600, which changes its proportions by 50%; fit 1600x1600 keeps "
                        "them and makes 1600 x 1067"));
  EXPECT_THAT(note_of(Pipeline::parse("gaussian | resize size=1600x1600")), HasSubstr("50%"));
  EXPECT_EQ(note_of(ops::Resize{.size = {1500, 1009}}), "");
  EXPECT_NE(note_of(ops::Resize{.size = {1500, 1020}}), "");
  EXPECT_EQ(note_of(ops::Resize{.size = {4, 3}}), "") << "no other size of whole pixels is nearer";
  EXPECT_EQ(note_of(ops::Resize{.fit = {10, 10}, .how = ops::Resize::How::exact}), "");
  EXPECT_EQ(note_of(ops::Resize{.size = {1600, 0}}), "");
}

// Every 30th column is white: the mean is 8.5 however high the result is.
TEST_F(ResizedImages, AreaDoesToASideWhatItDoesToItAlone) {
  const PixelFormat format{SampleType::f32, 1};
  Image image({3000, 10}, format), upright({10, 3000}, format);
  for (std::int64_t i = 0; i < 30000; ++i)
    if (i / 10 % 30 == 0) image.set(i / 10, i % 10, 0, 255), upright.set(i % 10, i / 10, 0, 255);
  for (const Size size : {Size{100, 9}, {100, 10}, {100, 11}})
    EXPECT_THAT(run(ops::Resize{.size = size, .interpolation = ops::Resize::Interpolation::area}, {image}),
                testing::Each(testing::DoubleNear(8.5, 1e-4)))
        << size.height;
  EXPECT_THAT(run(ops::Resize{.size = {11, 100}, .interpolation = ops::Resize::Interpolation::area}, {upright}),
              testing::Each(testing::DoubleNear(8.5, 1e-4)));
}

}  // namespace
}  // namespace lenslet
