// What becomes of images with alpha: colours of transparent pixels have no part in means, by any way to compute them.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/strips.hpp>
#include <lenslet/verify.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Size size{24, 17};
constexpr PixelFormat rgba{SampleType::u8, 4, true};

// White in the middle; around it red, or of two channels black, that is transparent.
Image square(PixelFormat format) {
  const double white = max_value(format.type);
  const int last = format.channels - 1;
  Image image(size, format);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) {
      const bool inside = x >= 8 && x < 16 && y >= 5 && y < 12;
      for (int c = 0; c < last; ++c) image.set(x, y, c, inside || (c == 0 && last > 1) ? white : 0);
      image.set(x, y, last, inside ? white : 0);
    }
  return image;
}

// Opaque, of samples without a pattern.
Image opaque(PixelFormat format) {
  Image image(size, format);
  std::int64_t number = 1;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c, number = number * 7919 % 10007)
        image.set(x, y, c, c == format.channels - 1 ? max_value(format.type) : static_cast<double>(number % 251));
  return image;
}

double greatest_difference(const Image& a, const Image& b) {
  double most = 0;
  for (std::int64_t y = 0; y < a.height(); ++y)
    for (std::int64_t x = 0; x < a.width(); ++x)
      for (int c = 0; c < a.format().channels; ++c) most = std::max(most, std::abs(a.at(x, y, c) - b.at(x, y, c)));
  return most;
}

class AlphaOfImages : public DeviceTest {
 protected:
  static Image run(const Call& call, const Image& image, const OpOptions& options = {}) {
    return session().run(call, image, options).images.front();
  }
  static std::string refused(const Call& call, const OpOptions& options) {
    return refusal([&] { run(call, square(rgba), options); });
  }
};

TEST_F(AlphaOfImages, TransparentColoursHaveNoPartInMeans) {
  for (const SampleType type : filter_types)
    for (const int channels : {2, 4}) {
      const PixelFormat format{type, channels, true};
      const double white = max_value(type);
      for (const Call& call : {Call(ops::Gaussian{.sigma = 3}), Call(ops::Mean{.ksize = 5}), Call(ops::Smooth{})}) {
        if (call.op != "gaussian" && (type != SampleType::u8 || channels != 4)) continue;  // compiling takes long
        const Image result = run(call, square(format));
        ASSERT_EQ(result.format(), format);
        const double outside = result.at(7, 8, channels - 1), green = result.at(7, 8, channels - 2);
        EXPECT_NEAR(green, white, white * 1e-3) << call.op << " " << to_string(format);
        EXPECT_TRUE(outside > 0 && outside < white) << "alpha is filtered";
        EXPECT_LT(result.at(0, 0, channels - 1), white / 100);
      }
    }
}

TEST_F(AlphaOfImages, TheCallMaySayOtherwise) {
  const Image image = square(rgba);
  const Image kept = run(ops::Gaussian{.sigma = 3}, image, {.alpha = Alpha::keep});
  EXPECT_LT(kept.at(8, 8, 1), 200) << "red is mixed in";
  EXPECT_EQ(kept.at(7, 8, 3), 0);
  EXPECT_EQ(kept.at(8, 8, 3), 255);
  const Image filtered = run(ops::Gaussian{.sigma = 3}, image, {.alpha = Alpha::filter});
  EXPECT_EQ(filtered.at(8, 8, 1), kept.at(8, 8, 1));
  EXPECT_EQ(filtered.at(8, 8, 3), filtered.at(8, 8, 1));
}

TEST_F(AlphaOfImages, OpaqueImagesAreAsIfTheyHadNone) {
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32}) {
    const Image image = opaque({type, 4, true});
    const double most = type == SampleType::f32 ? 1e-3 : 1;
    for (const Call& call :
         {Call(ops::Gaussian{.sigma = 1}), Call(ops::Mean{}), Call(ops::Sharpen{}), Call(ops::Unsharp{}),
          Call(ops::Filter2d{.mask = {1, 3, {1, 2, 1}}, .scale = 0.5, .delta = 7})}) {
      const Image result = run(call, image);
      EXPECT_LE(greatest_difference(result, run(call, image, {.alpha = Alpha::keep})), most) << call.op;
    }
  }
}

TEST_F(AlphaOfImages, OpsWithoutMeansKeepIt) {
  const Image image = square(rgba);
  for (const Call& call : {Call(ops::Median{}), Call(ops::Dilate{}), Call(ops::Sobel{}), Call(ops::Invert{}),
                           Call(ops::Open{}), Call(ops::Filter2d{.mask = {3, 3, {0, 1, 0, 1, -4, 1, 0, 1, 0}}})}) {
    const Image result = run(call, image);
    EXPECT_EQ(result.at(7, 8, 3), 0) << call.op;
    EXPECT_EQ(result.at(8, 8, 3), 255) << call.op;
  }
}

TEST_F(AlphaOfImages, WhatHasNoMeaningIsRefused) {
  const OpOptions weighted{.alpha = Alpha::premultiply};
  EXPECT_THAT(
      refused(ops::Median{}, weighted),
      HasSubstr("median: alpha 'premultiply' has no meaning: it makes no mean of pixels, in which colours could "
                "be weighted; allowed: keep, filter"));
  EXPECT_THAT(refused(ops::Invert{}, weighted), HasSubstr("allowed: keep, filter"));
  EXPECT_THAT(refused(ops::Filter2d{.mask = {1, 3, {1, -1, 0}}}, weighted), HasSubstr("its taps have no positive sum"));
  EXPECT_THAT(refused(Pipeline::parse("median | invert"), weighted),
              HasSubstr("alpha 'premultiply' has no meaning for any op of the pipeline"));
  EXPECT_NO_THROW(run(ops::Median{}, Image(size, {SampleType::u8, 4}), weighted)) << "four channels without alpha";
}

TEST_F(AlphaOfImages, FourChannelsNeedNotHaveIt) {
  Image image(size, {SampleType::u8, 4});
  image.set(5, 5, 0, 255);
  EXPECT_EQ(run(ops::Mean{}, image).at(5, 5, 0), 28);
}

TEST_F(AlphaOfImages, OpsOfPipelinesHaveTheirOwn) {
  const Image image = square(rgba);
  const Image weighted = run(Pipeline::parse("gaussian sigma=3 | invert"), image);
  EXPECT_EQ(weighted.at(7, 8, 1), 0);
  const Image kept = run(Pipeline::parse("gaussian sigma=3 alpha=keep | invert"), image);
  EXPECT_EQ(kept.at(7, 8, 3), 0);
  EXPECT_GT(kept.at(7, 8, 1), 55);
  const Image asked = run(Pipeline::parse("median | gaussian sigma=3"), image, {.alpha = Alpha::premultiply});
  EXPECT_EQ(greatest_difference(asked, run(Pipeline::parse("median | gaussian sigma=3"), image)), 0);
  EXPECT_EQ(Pipeline::parse("gaussian alpha=filter | invert").text(), "gaussian alpha=filter | invert");
  EXPECT_THAT(refusal([] { Pipeline::parse("gaussian alpha=mix | invert"); }), HasSubstr("unknown alpha 'mix'"));
}

// A first call runs general programs, later ones special ones.
TEST_F(AlphaOfImages, GeneralProgramsRegionsAndStripsGiveTheSameBits) {
  const Image image = square(rgba);
  const Call call = ops::Gaussian{.sigma = 1.5};
  const Plan special = session().plan(image_work(call, rgba, size, {.specialize = Specialize::always}));
  const Plan general = session().plan(image_work(call, rgba, size, {.specialize = Specialize::off}));
  const DeviceImage input = session().upload(image);
  const auto made = [&](const Plan& plan, const RunOptions& options = {}) {
    return session().download(plan.run(input, options).image());
  };
  const Image whole = made(special);
  EXPECT_LE(greatest_difference(made(general), whole), 1);
  const Rect region{5, 3, 9, 11};
  const Image part = made(special, {.region = region});
  for (std::int64_t y = 0; y < region.height; ++y)
    for (std::int64_t x = 0; x < region.width; ++x)
      for (int c = 0; c < 4; ++c) ASSERT_EQ(part.at(x, y, c), whole.at(region.x + x, region.y + y, c));
  EXPECT_EQ(greatest_difference(run(call, image, {.specialize = Specialize::always, .memory = 60'000}), whole), 0);
}

// What lies outside is weighted like what lies inside: an opaque border of one value takes part, a transparent one not.
TEST_F(AlphaOfImages, BordersAreWeighted) {
  Image image({1, 1}, rgba);
  for (int c = 0; c < 4; ++c) image.set(0, 0, c, c == 3 ? 255 : 100);
  OpOptions options{.border = Border::constant, .border_value = {200, 200, 200, 0}};
  const Image transparent = run(ops::Mean{}, image, options);
  EXPECT_EQ(transparent.at(0, 0, 0), 100);
  EXPECT_EQ(transparent.at(0, 0, 3), 28);
  options.border_value[3] = 255;
  const Image surrounded = run(ops::Mean{}, image, options);
  EXPECT_EQ(surrounded.at(0, 0, 0), 189);  // 1700 / 9
  EXPECT_EQ(surrounded.at(0, 0, 3), 255);
}

TEST_F(AlphaOfImages, VerifyProvesIt) {
  for (const char* op : {"gaussian", "filter2d", "smooth"}) {
    std::size_t weighted = 0;
    for (VerifyCase one : verification_cases(session(), std::string(op), 0)) {
      const auto* image = std::get_if<ImageType>(&one.work.inputs.front());
      if (!image->format.alpha || one.work.options.alpha) continue;
      ++weighted;
      one.sizes = {{5, 4}};
      const VerifyResult result = verify(session(), one);
      EXPECT_EQ(result.outcome, Outcome::correct) << op << ", " << one.what << ": " << result.detail;
    }
    EXPECT_GE(weighted, std::size(filter_types)) << op;
  }
}

}  // namespace
}  // namespace lenslet
