// Samples that are missing, by their value or as NaN, have no part in windows: against plain sums in double.
#include <cmath>
#include <limits>
#include <numeric>

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
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Without a pattern; about a third is missing, a whole corner among it. `missing` is in the first channel, too, what is
// missing in the second is not missing in it.
Image sampled(PixelFormat format, double missing, Size whole = size) {
  Image image(whole, format);
  std::int64_t number = 1;
  for (std::int64_t y = 0; y < whole.height; ++y)
    for (std::int64_t x = 0; x < whole.width; ++x)
      for (int c = 0; c < format.channels; ++c, number = number * 7919 % 10007)
        image.set(x, y, c, number % 3 == 0 || (x < 8 && y < 8) ? missing : 20 + static_cast<double>(number % 200));
  return image;
}

struct Taps {
  int width, height;
  std::vector<double> taps;
  double scale = 1, delta = 0;

  std::string text() const {
    std::string all;
    for (std::size_t i = 0; i < taps.size(); ++i)
      all += std::to_string(taps[i]) + ((i + 1) % static_cast<std::size_t>(width) == 0 ? "; " : " ");
    return all;
  }
  Call call() const { return ops::Filter2d{.mask = text(), .scale = scale, .delta = delta}; }
};

// What is in an image, and what the call says lies outside.
class Seen {
 public:
  Seen(const Image& image, const FilterOptions& options) : image_(image), options_(options) {}

  bool is_missing(double sample) const {
    return (options_.nodata && sample == store_value(*options_.nodata, image_.format().type)) ||
           (options_.nan == Nan::ignore && std::isnan(sample));
  }

  // NaN where it is missing.
  double at(std::int64_t x, std::int64_t y, int c) const {
    const std::int64_t column = border_index(x, image_.width(), options_.border);
    const std::int64_t row = border_index(y, image_.height(), options_.border);
    const double sample = column < 0 || row < 0
                              ? store_value(options_.border_value[static_cast<std::size_t>(c)], image_.format().type)
                              : image_.at(column, row, c);
    return is_missing(sample) ? nan : sample;
  }

 private:
  const Image& image_;
  const FilterOptions& options_;
};

// The result for the window at a place; NaN: it is missing.
double by_taps(const Seen& seen, const Taps& mask, std::int64_t x, std::int64_t y, int c) {
  const double centre = seen.at(x, y, c), all = std::accumulate(mask.taps.begin(), mask.taps.end(), 0.0);
  const bool tells_apart = all <= 0 || std::ranges::any_of(mask.taps, [](double tap) { return tap < 0; });
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < mask.taps.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    double sample = seen.at(x + place % mask.width - mask.width / 2, y + place / mask.width - mask.height / 2, c);
    if (std::isnan(sample) && tells_apart) sample = centre;
    if (std::isnan(sample) || mask.taps[i] == 0) continue;
    sum += mask.taps[i] * sample;
    weights += mask.taps[i];
  }
  if (std::isnan(centre) || (!tells_apart && weights == 0)) return nan;
  return (tells_apart ? sum : sum / weights * all) * mask.scale + mask.delta;
}

// Pixels of the element are its taps that are not 0.
double by_extreme(const Seen& seen, const Taps& element, bool least, std::int64_t x, std::int64_t y, int c) {
  double found = nan;
  for (std::size_t i = 0; i < element.taps.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const double sample =
        seen.at(x + place % element.width - element.width / 2, y + place / element.width - element.height / 2, c);
    if (element.taps[i] != 0) found = least ? std::fmin(found, sample) : std::fmax(found, sample);
  }
  return std::isnan(seen.at(x, y, c)) ? nan : found;
}

class MissingSamples : public DeviceTest {
 protected:
  static Image run(const Call& call, const std::vector<Image>& images, const FilterOptions& options) {
    return session().run(call, images, options).images.front();
  }
  static std::string refused(const Call& call, PixelFormat format, const FilterOptions& options) {
    return refusal([&] { run(call, {sampled(format, 7)}, options); });
  }

  // `truth` is NaN where the result misses a sample.
  template <class Truth>
  static void expect(const Image& result, const FilterOptions& options, const Size& radius, const Truth& truth) {
    const PixelType type = result.format().type;
    const std::int64_t dx = options.border == Border::discard ? radius.width : 0;
    const std::int64_t dy = options.border == Border::discard ? radius.height : 0;
    ASSERT_EQ(result.size(), (Size{size.width - 2 * dx, size.height - 2 * dy}));
    const double tolerance = is_integer(type) ? 0.501 : type == PixelType::f16 ? 0.2 : 1e-3;
    int missing = 0;
    for (std::int64_t y = 0; y < result.height(); ++y)
      for (std::int64_t x = 0; x < result.width(); ++x)
        for (int c = 0; c < result.format().channels; ++c) {
          const double wanted = truth(x + dx, y + dy, c), got = result.at(x, y, c);
          const Seen seen(result, options);
          ASSERT_EQ(seen.is_missing(got), std::isnan(wanted))
              << x << ", " << y << ", " << c << ": " << got << ", not " << wanted;
          if (std::isnan(wanted)) {
            ++missing;
            continue;
          }
          const double held = is_integer(type) ? std::clamp(wanted, 0.0, max_value(type)) : wanted;
          const double room =
              options.nodata && is_integer(type) && std::abs(held - *options.nodata) < 1 ? 1.5 : tolerance;
          ASSERT_NEAR(got, held, room) << x << ", " << y << ", " << c;
        }
    EXPECT_GT(missing, 0);
  }
};

const Taps mean_of_three{3, 3, {1, 1, 1, 1, 1, 1, 1, 1, 1}, 1.0 / 9};
const Taps weights{3, 5, {0, 2, 1, 0.5, 3, 0, 0, 4, 0.25, 1, 1, 0, 0, 0, 7}, 0.06, 3};
const Taps without_centre{3, 1, {1, 0, 2}, 0.5};
const Taps laplacian{3, 3, {0, 1, 0, 1, -4, 1, 0, 1, 0}, 0.25, 100};
const Taps one_sided{5, 3, {0, 0, -1, 0, 2, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 1}, 0.3, 5};

TEST_F(MissingSamples, HaveNoPartInSums) {
  std::size_t place = 0;
  for (const PixelType type : pixel_types)
    for (const Taps* mask : {&mean_of_three, &weights, &without_centre, &laplacian, &one_sided}) {
      for (const bool by_value : {true, false}) {
        if (!by_value && is_integer(type)) continue;
        const Image image = sampled({type, by_value ? 1 : 3}, by_value ? 7 : nan);
        FilterOptions options{.border = borders[place++ % (std::size(borders) - 2)], .border_value = {40, 90, 11}};
        if (place % 3 == 0) options.border = Border::discard;
        if (by_value) options.nodata = 7;
        if (!by_value) options.nan = Nan::ignore;
        const Seen seen(image, options);
        SCOPED_TRACE(testing::Message() << name_of(type) << " by " << mask->text() << name_of(options.border));
        expect(run(mask->call(), {image}, options), options, {mask->width / 2, mask->height / 2},
               [&](auto x, auto y, int c) { return by_taps(seen, *mask, x, y, c); });
      }
    }
}

TEST_F(MissingSamples, OfOpsWithoutAMaskOfTheCaller) {
  const Image image = sampled({PixelType::u8, 1}, 7);
  const FilterOptions options{.border = Border::replicate, .ddepth = PixelType::f32, .nodata = 7};
  const Seen seen(image, options);
  const Taps sharpen{3, 3, {0, -1, 0, -1, 5, -1, 0, -1, 0}}, sobel{3, 3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}};
  const Taps smooth{3, 3, {0, 1, 0, 1, 1, 1, 0, 1, 0}, 0.2};
  const std::pair<Call, const Taps*> all[] = {{ops::Mean{}, &mean_of_three},
                                              {ops::Sharpen{}, &sharpen},
                                              {ops::Sobel{}, &sobel},
                                              {ops::Smooth{.edge = ops::Smooth::Edge::border}, &smooth}};
  for (const auto& [call, mask] : all) {
    SCOPED_TRACE(call.op);
    expect(run(call, {image}, options), options, {1, 1},
           [&, taps = mask](auto x, auto y, int c) { return by_taps(seen, *taps, x, y, c); });
  }
  FilterOptions inside = options;  // what smooth leaves out at the edge by itself
  inside.border = Border::constant;
  inside.border_value.fill(7);
  const Seen in_image(image, inside);
  expect(run(ops::Smooth{}, {image}, options), options, {1, 1},
         [&](auto x, auto y, int c) { return by_taps(in_image, smooth, x, y, c); });
}

TEST_F(MissingSamples, AreNoExtremes) {
  const Taps box{3, 3, {1, 1, 1, 1, 1, 1, 1, 1, 1}}, sides{5, 1, {1, 0, 0, 0, 1}};
  for (const PixelType type : pixel_types)
    for (const Taps* element : {&box, &sides})
      for (const bool least : {true, false}) {
        const bool by_value = is_integer(type);
        const Image image = sampled({type, 2}, by_value ? 7 : nan);
        FilterOptions options{.border = type == PixelType::u8 ? Border::constant : Border::reflect101,
                              .border_value = {60, 7}};
        if (by_value) options.nodata = 7;
        if (!by_value) options.nan = Nan::ignore;
        const Seen seen(image, options);
        SCOPED_TRACE(testing::Message() << name_of(type) << " " << element->text() << least);
        const Call call =
            least ? Call(ops::Erode{.element = element->text()}) : Call(ops::Dilate{.element = element->text()});
        expect(run(call, {image}, options), options, {element->width / 2, element->height / 2},
               [&](auto x, auto y, int c) { return by_extreme(seen, *element, least, x, y, c); });
      }
}

TEST_F(MissingSamples, MayBeAllOrAllButOne) {
  const FilterOptions options{.nodata = -9999};
  Image image({5, 5}, {PixelType::f32, 1});
  for (std::int64_t y = 0; y < 5; ++y)
    for (std::int64_t x = 0; x < 5; ++x) image.set(x, y, 0, -9999);
  for (const Call& call :
       {Call(ops::Mean{}), Call(ops::Laplacian{}), Call(ops::Erode{}), Call(ops::Open{}), Call(ops::Unsharp{})}) {
    const Image none = run(call, {image}, options);
    for (std::int64_t i = 0; i < 25; ++i) ASSERT_EQ(none.at(i % 5, i / 5, 0), -9999) << call.op;
  }
  image.set(2, 2, 0, 30);
  const auto at_centre = [&](const Call& call) { return run(call, {image}, options).at(2, 2, 0); };
  EXPECT_EQ(at_centre(ops::Mean{}), 30);
  EXPECT_NEAR(at_centre(ops::Gaussian{.sigma = 2}), 30, 1e-4);
  EXPECT_EQ(at_centre(ops::Laplacian{}), 0);
  EXPECT_EQ(at_centre(ops::Erode{}), 30);
  EXPECT_EQ(at_centre(ops::Close{}), 30);
  EXPECT_NEAR(at_centre(ops::Unsharp{}), 30, 1e-4);
  EXPECT_EQ(at_centre(ops::Filter2d{.mask = "1 0 1"}), -9999) << "no sample in the window";
  EXPECT_EQ(run(ops::Mean{}, {image}, options).at(1, 2, 0), -9999) << "what is missing stays so";
}

// As gdalwarp does.
TEST_F(MissingSamples, NoOtherSampleTakesTheirValue) {
  Image image({3, 1}, {PixelType::u8, 1});
  for (const auto& [x, sample] : {std::pair(0, 99), {1, 100}, {2, 101}}) image.set(x, 0, 0, sample);
  EXPECT_EQ(run(ops::Mean{.ksize = 3, .ksize_y = 1}, {image}, {.nodata = 100}).at(0, 0, 0), 99);
  image.set(1, 0, 0, 7);
  EXPECT_EQ(run(ops::Subtract{}, {image, image}, {.nodata = 0}).at(0, 0, 0), 1);
  EXPECT_EQ(run(ops::Invert{}, {image}, {.nodata = 255 - 99}).at(0, 0, 0), 255 - 99 + 1);
  EXPECT_EQ(run(ops::Invert{}, {image}, {.nodata = 7}).at(1, 0, 0), 7);
  Image real({3, 1}, {PixelType::f32, 1});
  const double apart = run(ops::Brightness{.delta = -5}, {real}, {.nodata = -5}).at(0, 0, 0);
  EXPECT_NE(apart, -5);
  EXPECT_NEAR(apart, -5, 1e-5);
}

TEST_F(MissingSamples, OfEachChannelAreItsOwn) {
  Image image({3, 1}, {PixelType::f32, 3});
  for (std::int64_t x = 0; x < 3; ++x)
    for (int c = 0; c < 3; ++c) image.set(x, 0, c, x == 2 && c == 1 ? nan : static_cast<double>(10 * x));
  const FilterOptions options{.border = Border::replicate, .nan = Nan::ignore};
  const Image result = run(ops::Mean{.ksize = 3, .ksize_y = 1}, {image}, options);
  EXPECT_EQ(result.at(1, 0, 0), 10);
  EXPECT_EQ(result.at(1, 0, 1), 5);
  EXPECT_TRUE(std::isnan(result.at(2, 0, 1)));
  EXPECT_NEAR(result.at(2, 0, 2), 50 / 3.0, 1e-5);
}

TEST_F(MissingSamples, OfAlphaAreThoseOfAChannelOrNone) {
  const Image image = sampled({PixelType::u8, 4, true}, 7);
  const Image result = run(ops::Mean{}, {image}, {.nodata = 7});
  for (std::int64_t x = 0; x < size.width; ++x) ASSERT_EQ(result.at(x, 9, 3), image.at(x, 9, 3)) << "it is kept";
  const FilterOptions filtered{.alpha = Alpha::filter, .nodata = 7};
  const Seen seen(image, filtered);
  expect(run(ops::Mean{}, {image}, filtered), filtered, {1, 1},
         [&](auto x, auto y, int c) { return by_taps(seen, mean_of_three, x, y, c); });
  EXPECT_THAT(
      refused(ops::Mean{}, {PixelType::u8, 4, true}, {.alpha = Alpha::premultiply, .nodata = 7}),
      HasSubstr(
          "alpha 'premultiply' has no meaning: missing samples have weights of their own; allowed: keep, filter"));
}

TEST_F(MissingSamples, OfPointOpsAndMovesStay) {
  const Image image = sampled({PixelType::u16, 2}, 7), other = sampled({PixelType::u16, 2}, 9);
  const FilterOptions options{.nodata = 7};
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

TEST_F(MissingSamples, OfPipelinesAreThoseOfEachOp) {
  const Image image = sampled({PixelType::f32, 1}, -9999);
  const FilterOptions options{.nodata = -9999};
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

TEST_F(MissingSamples, WhatCannotBeIsRefused) {
  constexpr PixelFormat u8{PixelType::u8, 1}, colours{PixelType::f32, 3};
  for (const Call& call :
       {Call(ops::Median{}), Call(ops::Gradient{}), Call(ops::Sobel{.both = true}), Call(ops::Resize{.size = "5x4"}),
        Call(ops::Equalize{}), Call(ops::Grey{}), Call(ops::RgbToHsv{})})
    EXPECT_THAT(refused(call, colours, {.nodata = 7}), HasSubstr("cannot be left out: ")) << call.op;
  EXPECT_THAT(refused(ops::Mean{}, u8, {.nodata = -9999}),
              HasSubstr("mean: the value -9999 of missing samples is no u8; allowed: whole numbers from 0 to 255"));
  EXPECT_THAT(refused(ops::Mean{}, u8, {.nodata = 7.5}), HasSubstr("is no u8"));
  EXPECT_THAT(refused(ops::Mean{}, colours, {.ddepth = PixelType::u8, .nodata = -9999}), HasSubstr("is no u8"));
  EXPECT_THAT(refused(ops::Mean{}, {PixelType::f16, 1}, {.nodata = -1e9}), HasSubstr("is no f16"));
  EXPECT_THAT(refused(ops::Mean{}, colours, {.ddepth = PixelType::u8, .nan = Nan::ignore}),
              HasSubstr("mean: missing samples are NaN, which a result of u8 cannot hold"));
  EXPECT_THAT(refusal([] { parse_nan("skip"); }), HasSubstr("unknown nan 'skip'"));
  const Work sums{{"reduce.mean"}, {ArrayType{ElementType::f32, {3}}}, {.nodata = 7}};
  EXPECT_THAT(refusal([&] { session().plan(sums); }), HasSubstr("cannot be left out"));
}

// Integers have no NaN: the op's own program runs.
TEST_F(MissingSamples, NanIsInNoInteger) {
  const auto plan = [](Nan mode) {
    return session().plan(image_work(ops::Median{}, {PixelType::u8, 1}, size, {.nan = mode}));
  };
  EXPECT_EQ(plan(Nan::ignore).schedule(), plan(Nan::spread).schedule());
}

TEST_F(MissingSamples, RegionsAndStripsGiveTheSameBits) {
  const PixelFormat format{PixelType::f32, 1};
  const Image image = sampled(format, -9999);
  const Call call = ops::Gaussian{.sigma = 1.5};
  const FilterOptions options{.nodata = -9999, .specialize = Specialize::always};
  const Plan plan = session().plan(image_work(call, format, size, options));
  const DeviceImage input = session().upload(image);
  const Image whole = session().download(plan.run(input).front());
  const Rect region{5, 3, 9, 11};
  const Image part = session().download(plan.run(input, lenslet::RunOptions{.region = region}).front());
  for (std::int64_t y = 0; y < region.height; ++y)
    for (std::int64_t x = 0; x < region.width; ++x)
      ASSERT_EQ(part.at(x, y, 0), whole.at(region.x + x, region.y + y, 0));
  FilterOptions in_strips = options;
  in_strips.memory = 60'000;
  const Image strips = run(call, {image}, in_strips);
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x) ASSERT_EQ(strips.at(x, y, 0), whole.at(x, y, 0));
}

TEST_F(MissingSamples, VerifyProvesTheParts) {
  for (const Call& call :
       {Call(ops::Gaussian{}), Call(ops::Laplacian{}), Call(ops::Erode{.element = "1 0 1"}), Call(ops::Invert{})}) {
    VerifyCase one{.work = image_work(call, {PixelType::f32, 1}, size, {.nodata = 7, .nan = Nan::ignore}),
                   .sizes = {{5, 4}}};
    const VerifyResult result = verify(session(), one);
    EXPECT_EQ(result.outcome, Outcome::correct) << call.op << ": " << result.detail;
  }
}

}  // namespace
}  // namespace lenslet
