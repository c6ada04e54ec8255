// Samples that are missing, by their value or as NaN, have no part in windows: against plain sums in double.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>

#include "missing_samples.hpp"

namespace lenslet {
namespace {

using namespace missing;
using testing::HasSubstr;

class MissingSamples : public MissingTest {
 protected:
  // `truth` is NaN where the result misses a sample.
  template <class Truth>
  static void expect(const Image& result, const OpOptions& options, const Size& radius, const Truth& truth) {
    const SampleType type = result.format().type;
    const std::int64_t dx = options.border == Border::discard ? radius.width : 0;
    const std::int64_t dy = options.border == Border::discard ? radius.height : 0;
    ASSERT_EQ(result.size(), (Size{size.width - 2 * dx, size.height - 2 * dy}));
    const double tolerance = is_integer(type) ? 0.501 : type == SampleType::f16 ? 0.2 : 1e-3;
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

// Compiling takes long: each type has every second mask, and floats miss a value or NaN in turns.
TEST_F(MissingSamples, HaveNoPartInSums) {
  const Taps* masks[] = {&mean_of_three, &weights, &without_centre, &laplacian, &one_sided};
  for (std::size_t i = 0; i < std::size(filter_types) * std::size(masks); i += 2) {
    const SampleType type = filter_types[i / std::size(masks)];
    const Taps& mask = *masks[i % std::size(masks)];
    const bool by_value = is_integer(type) || i % 4 == 0;
    const Image image = sampled({type, by_value ? 1 : 3}, by_value ? 7 : nan);
    OpOptions options{.border = borders[i / 2 % std::size(borders)], .border_value = {40, 90, 11}};
    if (by_value) options.nodata = 7;
    if (!by_value) options.nan = Nan::ignore;
    const Seen seen(image, options);
    if (options.border == Border::centre) options.border = Border::discard;
    SCOPED_TRACE(testing::Message() << name_of(type) << " by " << mask.text() << name_of(*options.border));
    expect(run(mask.call(), {image}, options), options, {mask.width / 2, mask.height / 2},
           [&](auto x, auto y, int c) { return by_taps(seen, mask, x, y, c); });
  }
}

TEST_F(MissingSamples, OfOpsWithoutAMaskOfTheCaller) {
  const Image image = sampled({SampleType::u8, 1}, 7);
  const OpOptions options{.border = Border::replicate, .ddepth = SampleType::f32, .nodata = 7};
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
  OpOptions inside = options;  // what smooth leaves out at the edge by itself
  inside.border = Border::constant;
  inside.border_value.fill(7);
  const Seen in_image(image, inside);
  expect(run(ops::Smooth{}, {image}, options), options, {1, 1},
         [&](auto x, auto y, int c) { return by_taps(in_image, smooth, x, y, c); });
}

TEST_F(MissingSamples, AreNoExtremes) {
  const Taps box{3, 3, {1, 1, 1, 1, 1, 1, 1, 1, 1}}, sides{3, 1, {1, 0, 1}};
  for (const SampleType type : filter_types)
    for (const Taps* element : {&box, &sides})
      for (const bool least : {true, false}) {
        if (least == (type == SampleType::u16 || type == SampleType::f32)) continue;
        const bool by_value = is_integer(type);
        const Image image = sampled({type, 2}, by_value ? 7 : nan);
        OpOptions options{.border = type == SampleType::u8 ? Border::constant : Border::reflect101,
                          .border_value = {60, 7}};
        if (by_value) options.nodata = 7;
        if (!by_value) options.nan = Nan::ignore;
        const Seen seen(image, options);
        SCOPED_TRACE(testing::Message() << name_of(type) << " " << element->text() << least);
        const Call call =
            least ? Call(ops::Erode{.element = element->matrix()}) : Call(ops::Dilate{.element = element->matrix()});
        expect(run(call, {image}, options), options, {element->width / 2, element->height / 2},
               [&](auto x, auto y, int c) { return by_extreme(seen, *element, least, x, y, c); });
      }
}

TEST_F(MissingSamples, MayBeAllOrAllButOne) {
  const OpOptions options{.nodata = -9999};
  Image image({5, 5}, {SampleType::f32, 1});
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
  EXPECT_EQ(at_centre(ops::Filter2d{.mask = {1, 3, {1, 0, 1}}}), -9999) << "no sample in the window";
  EXPECT_EQ(run(ops::Mean{}, {image}, options).at(1, 2, 0), -9999) << "what is missing stays so";
}

TEST_F(MissingSamples, OfEachChannelAreItsOwn) {
  Image image({3, 1}, {SampleType::f32, 3});
  for (std::int64_t x = 0; x < 3; ++x)
    for (int c = 0; c < 3; ++c) image.set(x, 0, c, x == 2 && c == 1 ? nan : static_cast<double>(10 * x));
  const OpOptions options{.border = Border::replicate, .nan = Nan::ignore};
  const Image result = run(ops::Mean{.ksize = 3, .ksize_y = 1}, {image}, options);
  EXPECT_EQ(result.at(1, 0, 0), 10);
  EXPECT_EQ(result.at(1, 0, 1), 5);
  EXPECT_TRUE(std::isnan(result.at(2, 0, 1)));
  EXPECT_NEAR(result.at(2, 0, 2), 50 / 3.0, 1e-5);
}

TEST_F(MissingSamples, OfAlphaAreThoseOfAChannelOrNone) {
  const Image image = sampled({SampleType::u8, 4, true}, 7);
  const Image result = run(ops::Mean{}, {image}, {.nodata = 7});
  for (std::int64_t x = 0; x < size.width; ++x) ASSERT_EQ(result.at(x, 9, 3), image.at(x, 9, 3)) << "it is kept";
  const OpOptions filtered{.alpha = Alpha::filter, .nodata = 7};
  const Seen seen(image, filtered);
  expect(run(ops::Mean{}, {image}, filtered), filtered, {1, 1},
         [&](auto x, auto y, int c) { return by_taps(seen, mean_of_three, x, y, c); });
  EXPECT_THAT(
      refused(ops::Mean{}, {SampleType::u8, 4, true}, {.alpha = Alpha::premultiply, .nodata = 7}),
      HasSubstr(
          "alpha 'premultiply' has no meaning: missing samples have weights of their own; allowed: keep, filter"));
}

}  // namespace
}  // namespace lenslet
