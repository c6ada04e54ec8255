// Calls that leave missing samples out: of every op, in pipelines, by regions and strips, and what is refused.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/verify.hpp>

#include "missing_samples.hpp"

namespace lenslet {
namespace {

using namespace missing;
using testing::HasSubstr;

class MissingSamplesOf : public MissingTest {};

// As gdalwarp does.
TEST_F(MissingSamplesOf, NoOtherSampleTakesTheirValue) {
  Image image({3, 1}, {SampleType::u8, 1});
  for (const auto& [x, sample] : {std::pair(0, 99), {1, 100}, {2, 101}}) image.set(x, 0, 0, sample);
  EXPECT_EQ(run(ops::Mean{.ksize = 3, .ksize_y = 1}, {image}, {.nodata = 100}).at(0, 0, 0), 99);
  image.set(1, 0, 0, 7);
  EXPECT_EQ(run(ops::Subtract{}, {image, image}, {.nodata = 0}).at(0, 0, 0), 1);
  EXPECT_EQ(run(ops::Invert{}, {image}, {.nodata = 255 - 99}).at(0, 0, 0), 255 - 99 + 1);
  EXPECT_EQ(run(ops::Invert{}, {image}, {.nodata = 7}).at(1, 0, 0), 7);
  Image real({3, 1}, {SampleType::f32, 1});
  const double apart = run(ops::Brightness{.delta = -5}, {real}, {.nodata = -5}).at(0, 0, 0);
  EXPECT_NE(apart, -5);
  EXPECT_NEAR(apart, -5, 1e-5);
}

TEST_F(MissingSamplesOf, OfPointOpsAndMovesStay) {
  const Image image = sampled({SampleType::u16, 2}, 7), other = sampled({SampleType::u16, 2}, 9);
  const OpOptions options{.nodata = 7};
  const Image sum = run(ops::Add{}, {image, other}, options), dark = run(ops::Invert{}, {image}, options);
  const Image turned = run(ops::Flip{}, {image}, options);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < 2; ++c) {
        const double sample = image.at(x, y, c);
        ASSERT_EQ(dark.at(x, y, c), sample == 7 ? 7 : 65535 - sample);
        ASSERT_EQ(sum.at(x, y, c), sample == 7 ? 7 : sample + other.at(x, y, c));
        ASSERT_EQ(turned.at(size.width - 1 - x, y, c), sample);
      }
}

TEST_F(MissingSamplesOf, OfPipelinesAreThoseOfEachOp) {
  const Image image = sampled({SampleType::f32, 1}, -9999);
  const OpOptions options{.nodata = -9999};
  Image wanted = image;
  for (const Call& call : {Call(ops::Gaussian{.sigma = 1}), Call(ops::Brightness{.scale = 2, .delta = 1}),
                           Call(ops::Erode{}), Call(ops::Transpose{})})
    wanted = run(call, {wanted}, options);
  const Image result =
      run(Pipeline::parse("gaussian sigma=1 | brightness scale=2 delta=1 | erode | transpose"), {image}, options);
  ASSERT_EQ(result.size(), wanted.size());
  for (std::int64_t y = 0; y < result.height(); ++y)
    for (std::int64_t x = 0; x < result.width(); ++x) ASSERT_NEAR(result.at(x, y, 0), wanted.at(x, y, 0), 1e-2);
  EXPECT_THAT(refusal([&] { run(Pipeline::parse("gaussian | median"), {image}, options); }),
              HasSubstr("median: missing samples (nodata, or nan 'ignore') cannot be left out: it needs all samples"));
}

TEST_F(MissingSamplesOf, WhatCannotBeIsRefused) {
  constexpr PixelFormat u8{SampleType::u8, 1}, colours{SampleType::f32, 3};
  for (const Call& call :
       {Call(ops::Median{}), Call(ops::Gradient{}), Call(ops::Sobel{.both = true}), Call(ops::Resize{.size = {5, 4}}),
        Call(ops::Equalize{}), Call(ops::Grey{}), Call(ops::RgbToHsv{})})
    EXPECT_THAT(refused(call, colours, {.nodata = 7}), HasSubstr("cannot be left out: ")) << call.op;
  EXPECT_THAT(refused(ops::Mean{}, u8, {.nodata = -9999}),
              HasSubstr("mean: the value -9999 of missing samples is no u8; allowed: whole numbers from 0 to 255"));
  EXPECT_THAT(refused(ops::Mean{}, u8, {.nodata = 7.5}), HasSubstr("is no u8"));
  EXPECT_THAT(refused(ops::Mean{}, colours, {.ddepth = SampleType::u8, .nodata = -9999}), HasSubstr("is no u8"));
  EXPECT_THAT(refused(ops::Mean{}, {SampleType::f16, 1}, {.nodata = -1e9}), HasSubstr("is no f16"));
  EXPECT_THAT(refused(ops::Mean{}, colours, {.ddepth = SampleType::u8, .nan = Nan::ignore}),
              HasSubstr("mean: missing samples are NaN, which a result of u8 cannot hold"));
  EXPECT_THAT(refusal([] { parse_nan("skip"); }), HasSubstr("unknown nan 'skip'"));
  const Work sums{{"reduce.mean"}, {ArrayType{SampleType::f32, {3}}}, {.nodata = 7}};
  EXPECT_THAT(refusal([&] { session().plan(sums); }), HasSubstr("cannot be left out"));
}

// Integers have no NaN: the op's own program runs.
TEST_F(MissingSamplesOf, NanIsInNoInteger) {
  const auto plan = [](Nan mode) {
    return session().plan(image_work(ops::Median{}, {SampleType::u8, 1}, size, {.nan = mode}));
  };
  EXPECT_EQ(plan(Nan::ignore).schedule(), plan(Nan::spread).schedule());
  const OpOptions ignored{.nan = Nan::ignore};
  EXPECT_NO_THROW(run(Pipeline::parse("rgb_to_hsv | median"), {sampled({SampleType::u8, 3}, 7)}, ignored));
  EXPECT_THAT(refused(Pipeline::parse("convert | median"), {SampleType::u8, 1}, ignored),
              HasSubstr("cannot be left out"));
}

TEST_F(MissingSamplesOf, RegionsAndStripsGiveTheSameBits) {
  const PixelFormat format{SampleType::f32, 1};
  const Image image = sampled(format, -9999);
  const Call call = ops::Gaussian{.sigma = 1.5};
  const OpOptions options{.nodata = -9999, .specialize = Specialize::always};
  const Plan plan = session().plan(image_work(call, format, size, options));
  const DeviceImage input = session().upload(image);
  const Image whole = session().download(plan.run(input).image());
  const Rect region{5, 3, 9, 11};
  const Image part = session().download(plan.run(input, lenslet::RunOptions{.region = region}).image());
  for (std::int64_t y = 0; y < region.height; ++y)
    for (std::int64_t x = 0; x < region.width; ++x)
      ASSERT_EQ(part.at(x, y, 0), whole.at(region.x + x, region.y + y, 0));
  OpOptions in_strips = options;
  in_strips.memory = 60'000;
  const Image strips = run(call, {image}, in_strips);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) ASSERT_EQ(strips.at(x, y, 0), whole.at(x, y, 0));
}

TEST_F(MissingSamplesOf, VerifyProvesTheParts) {
  for (const Call& call : {Call(ops::Gaussian{}), Call(ops::Laplacian{}),
                           Call(ops::Erode{.element = {1, 3, {1, 0, 1}}}), Call(ops::Invert{})}) {
    VerifyCase one{.work = image_work(call, {SampleType::f32, 1}, size, {.nodata = 7, .nan = Nan::ignore}),
                   .sizes = {{5, 4}}};
    const VerifyResult result = verify(session(), one);
    EXPECT_EQ(result.outcome, Outcome::correct) << call.op << ": " << result.detail;
  }
}

}  // namespace
}  // namespace lenslet
