// Ops of several images, of another size, and equalisation: results that can be counted by hand, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

Image image_of(Size size, PixelFormat format, const std::vector<double>& samples) {
  Image image(size, format);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i) / format.channels;
    image.set(place % size.width, place / size.width, static_cast<int>(i) % format.channels, samples[i]);
  }
  return image;
}

std::vector<double> samples_of(const Image& image) {
  std::vector<double> samples;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int c = 0; c < image.format().channels; ++c) samples.push_back(image.at(x, y, c));
  return samples;
}

Image cropped(const Image& image, const Rect& rect) {
  Image part(rect.size(), image.format());
  for (std::int64_t y = 0; y < rect.height; ++y)
    for (std::int64_t x = 0; x < rect.width; ++x)
      for (int c = 0; c < image.format().channels; ++c) part.set(x, y, c, image.at(rect.x + x, rect.y + y, c));
  return part;
}

// Without a pattern that a wrong place could hit.
Image sampled(Size size, PixelFormat format) {
  Image image(size, format);
  std::int64_t number = 1;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c, number = number * 7919 % 10007)
        image.set(x, y, c, static_cast<double>(number % 251));
  return image;
}

using Samples = std::vector<double>;

class ImageOps : public DeviceTest {
 protected:
  static Samples run(const Call& call, const std::vector<Image>& inputs, const OpOptions& options = {}) {
    return samples_of(session().run(call, inputs, options).images.front());
  }
  static std::string refused(const Call& call, const std::vector<Image>& inputs, const OpOptions& options = {}) {
    return refusal([&] { session().run(call, inputs, options); });
  }
};

constexpr PixelFormat grey{SampleType::u8, 1};

TEST_F(ImageOps, BlendRoundsToEvenAndTakesWeights) {
  const Image a = image_of({4, 1}, grey, {0, 1, 10, 255}), b = image_of({4, 1}, grey, {255, 2, 20, 254});
  EXPECT_EQ(run(ops::Blend{}, {a, b}), (Samples{128, 2, 15, 254}));
  EXPECT_EQ(run(ops::Blend{.alpha = 0}, {a, b}), samples_of(a));
  EXPECT_EQ(run(ops::Blend{.alpha = 1}, {a, b}), samples_of(b));
  const Image weight = image_of({4, 1}, grey, {0, 255, 51, 128});
  EXPECT_EQ(run(ops::Blend{.weighted = true}, {a, b, weight}), (Samples{0, 2, 12, 254}));
}

TEST_F(ImageOps, BlendNeedsImagesThatGoTogether) {
  const Image small({2, 2}, grey), large({3, 2}, grey), colour({2, 2}, {SampleType::u8, 3}),
      wide({2, 2}, {SampleType::u16, 1});
  EXPECT_THAT(refused(ops::Blend{}, {small, large}), HasSubstr("images of 2 x 2 and 3 x 2; allowed: one size"));
  EXPECT_THAT(refused(ops::Blend{}, {small}), HasSubstr("1 inputs, allowed: 2 (a, b)"));
  EXPECT_THAT(refused(ops::Blend{}, {small, small, small}), HasSubstr("3 inputs, allowed: 2 (a, b)"));
  EXPECT_THAT(refused(ops::Blend{.weighted = true}, {small, small, wide}),
              HasSubstr("u8 x 1, u8 x 1, u16 x 1; allowed: two images of one format"));
  EXPECT_THAT(refused(ops::Blend{.weighted = true}, {small, small, colour}), HasSubstr("1 channel or as many"));
  EXPECT_THAT(refused(ops::Blend{.alpha = 1.5}, {small, small}), HasSubstr("1.5"));
  EXPECT_THAT(refused(ops::Blend{}, {small, small}, {.ddepth = SampleType::f32}), HasSubstr("an output of f32"));
  EXPECT_THAT(refused(ops::Blend{}, {small, small}, {.layered = true}), HasSubstr("several layers"));
}

TEST_F(ImageOps, APlanOfSeveralImagesTakesThoseOfOneSize) {
  const ImageType type{grey, {4, 4}};
  const Plan plan = session().plan(Work{ops::Blend{}, {type, type}});
  const DeviceImage a = session().allocate({4, 4}, grey), b = session().allocate({4, 4}, grey),
                    other = session().allocate({5, 4}, grey);
  EXPECT_TRUE(plan.serves_every_size());
  EXPECT_EQ(plan.run({a, b}).size(), 1u);
  EXPECT_THAT(refusal([&] { plan.run({a, other}); }), HasSubstr("4 x 4"));
  EXPECT_EQ(refusal([&] { plan.run_into({a, b}, a); }), "an input cannot be an output");
}

TEST_F(ImageOps, ResizeGivesTheSizeThatIsAsked) {
  const Image image({10, 7}, {SampleType::u8, 3});
  const auto size_of = [&](const Call& call) { return session().run(call, image).images.front().size(); };
  EXPECT_EQ(size_of(ops::Resize{.size = {33, 5}}), (Size{33, 5}));
  EXPECT_EQ(size_of(ops::Resize{.scale = 0.25}), (Size{2, 2}));
  const auto wrong = [&](const Call& call) { return refused(call, {image}); };
  EXPECT_THAT(wrong(ops::Resize{}), HasSubstr("neither a size nor a scale"));
  EXPECT_THAT(wrong(ops::Resize{.size = {33, 5}, .scale = 2}), HasSubstr("allowed: one of them"));
  EXPECT_THAT(wrong(ops::Resize{.size = {-3, 5}}), HasSubstr("size is '-3x5', allowed: WIDTHxHEIGHT"));
  EXPECT_THAT(wrong(ops::Resize{.size = {99999999999, 1}}), HasSubstr("size is '99999999999x1'"));
  EXPECT_THAT(wrong(ops::Resize{.fit = {33, 0}}), HasSubstr("fit is '33x', allowed: WIDTHxHEIGHT"));
  EXPECT_THAT(wrong(ops::Resize{.fit = {0, 5}}), HasSubstr("fit is 'x5'"));
  EXPECT_THAT(wrong(ops::Resize{.size = {33, 5}, .fit = {3, 3}}), HasSubstr("size 33x5 and fit 3x3; allowed: one"));
  EXPECT_THAT(wrong(ops::Resize{.size = {33, 5}, .how = ops::Resize::How::outside}), HasSubstr("how outside"));
  EXPECT_THAT(wrong(ops::Resize{.scale = 0.01}), HasSubstr("0.01"));
}

TEST_F(ImageOps, ResizeInterpolatesBetweenCentres) {
  using enum ops::Resize::Interpolation;
  const auto run_on = [](const Samples& row, Size size, ops::Resize::Interpolation how) {
    const Image image = image_of({static_cast<std::int64_t>(row.size()), 1}, grey, row);
    return run(ops::Resize{.size = size, .interpolation = how}, {image});
  };
  EXPECT_EQ(run_on({0, 100}, {4, 1}, linear), (Samples{0, 25, 75, 100}));
  EXPECT_EQ(run_on({0, 100}, {4, 1}, nearest), (Samples{0, 0, 100, 100}));
  EXPECT_EQ(run_on({0, 100, 200, 50, 7}, {3, 1}, nearest), (Samples{0, 100, 50}));
  EXPECT_EQ(run_on({10, 20, 30, 40, 50, 60}, {2, 1}, area), (Samples{20, 50}));
  EXPECT_EQ(run_on({0, 90, 180}, {2, 1}, area), (Samples{30, 150})) << "of a pixel and a half each";
  EXPECT_EQ(run_on({50, 50, 50}, {7, 1}, cubic), Samples(7, 50));
}

struct PartOfImage {
  PixelFormat format;
  const char *resize, *blend;
};

// What begins in the middle of another image has rows at no whole vector.
TEST_F(ImageOps, PartsOfImagesGiveTheBitsOfImages) {
  constexpr Rect part{3, 2, 70, 17};
  for (const auto& [format, resize, blend] :
       {PartOfImage{
            {SampleType::u8, 3}, "lines.group1.columns64.items2.rows4.v16.stream", "chunk.group16.items4.v16.stream"},
        PartOfImage{{SampleType::u16, 4, true},
                    "lines.group64.columns64.items4.rows1.v4.plain",
                    "stride.group64.items2.v4.plain"},
        PartOfImage{
            {SampleType::f16, 1}, "lines.group1.columns64.items1.rows4.v16.plain", "chunk.group16.items1.v8.plain"}}) {
    const DeviceImage cut = session().upload(sampled({75, 20}, format)).view(part).as_whole();
    const DeviceImage alone = session().upload(session().download(cut));
    const auto expect_same = [](const Plan& plan, const std::vector<DeviceValue>& a,
                                const std::vector<DeviceValue>& b) {
      const auto made = [&](const auto& in) { return session().download(plan.run(in).image()); };
      EXPECT_EQ(samples_of(made(a)), samples_of(made(b))) << plan.schedule();
    };
    const auto plan = [&](const Call& call, const char* schedule) {
      return session().plan(image_work(call, format, part.size(), {.schedule = schedule}));
    };
    expect_same(plan(ops::Resize{.size = {93, 11}}, resize), {cut}, {alone});
    expect_same(plan(ops::Blend{}, blend), {cut, cut}, {alone, alone});
  }
}

TEST_F(ImageOps, ResizeGivesTheSameBitsInEverySchedule) {
  const PixelFormat format{SampleType::f32, 3};
  const Image image = sampled({202, 30}, format);
  const auto resized = [&](const std::string& schedule) {
    return run(ops::Resize{.size = {131, 9}}, {image}, {.schedule = schedule});
  };
  const Samples wanted = resized("pixels.group1.columns64.items1.rows1.v1.plain");
  for (const char* schedule :
       {"lines.group1.columns64.items1.rows1.v16.stream", "lines.group64.columns128.items2.rows4.v4.plain"})
    EXPECT_EQ(resized(schedule), wanted) << schedule;
  const auto excluded = [&](ops::Resize::Interpolation how, const std::string& schedule) {
    return refusal(
        [&] {
          run(ops::Resize{.size = {131, 9}, .interpolation = how}, {image}, {.schedule = schedule});
        },
        ErrorKind::unsupported);
  };
  EXPECT_THAT(excluded(ops::Resize::Interpolation::nearest, "lines.group1.columns64.items1.rows1.v1.plain"),
              HasSubstr("rule 'nearest'"));
  EXPECT_THAT(excluded(ops::Resize::Interpolation::linear, "pixels.group1.columns128.items1.rows1.v1.plain"),
              HasSubstr("rule 'pixels'"));
}

TEST_F(ImageOps, HalvesAreTheBitsOfOtherSchedules) {
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32}) {
    const PixelFormat format{type, 1};
    const DeviceImage cut = session().upload(sampled({160, 30}, format)).view({3, 2, 154, 26}).as_whole();
    const auto halved = [&](const char* schedule) {
      const ops::Resize call{.size = {77, 13}, .interpolation = ops::Resize::Interpolation::area};
      return samples_of(session().download(
          session().plan(image_work(call, format, cut.size(), {.schedule = schedule})).run({cut}).image()));
    };
    const Samples wanted = halved("pixels.group1.columns64.items1.rows1.v1.plain");
    if (session().device().kind == DeviceKind::cpu) {
      EXPECT_EQ(halved("halves.group1.columns64.items4.rows1.v1.plain"), wanted) << to_string(format);
      EXPECT_EQ(halved("halves.group1.columns64.items16.rows1.v1.stream"), wanted) << to_string(format);
    }
    EXPECT_THAT(refusal(
                    [&] {
                      run(ops::Resize{.size = {77, 12}}, {sampled({154, 26}, format)},
                          {.schedule = "halves.group1.columns64.items4.rows1.v1.plain"});
                    },
                    ErrorKind::unsupported),
                HasSubstr("rule 'halves'"));
  }
}

TEST_F(ImageOps, TransparentPixelsDoNotShineThrough) {
  const PixelFormat format{SampleType::u8, 4, true};
  const Image image = image_of({2, 1}, format, {200, 100, 50, 255, 0, 255, 0, 0});
  const Call half = ops::Resize{.size = {1, 1}, .interpolation = ops::Resize::Interpolation::area};
  EXPECT_EQ(run(half, {image}), (Samples{200, 100, 50, 128}));
  EXPECT_EQ(run(half, {image}, {.alpha = Alpha::premultiply}), (Samples{200, 100, 50, 128}));
  EXPECT_EQ(run(half, {image}, {.alpha = Alpha::filter}), (Samples{100, 178, 25, 128}));
  EXPECT_THAT(refused(half, {image}, {.alpha = Alpha::keep}),
              HasSubstr("resize: alpha 'keep' has no meaning: a result of another size has an alpha of its own; "
                        "allowed: premultiply, filter"));
}

// Rows of 32 pixels of four channels have no gaps in the library's memory, those of one channel have.
TEST_F(ImageOps, WeightsAreReadByTheirOwnRows) {
  const PixelFormat format{SampleType::u8, 4};
  const Image a = sampled({32, 3}, format), b = image_of({32, 3}, format, Samples(384, 255));
  Image weights({32, 3}, {SampleType::u8, 1});
  for (std::int64_t x = 0; x < 32; ++x) weights.set(x, 1, 0, 255);
  Samples wanted = samples_of(a);
  std::fill_n(wanted.begin() + 128, 128, 255);
  EXPECT_EQ(run(ops::Blend{.weighted = true}, {a, b, weights}), wanted);
}

TEST_F(ImageOps, EqualizeKeepsTypeAlphaAndByLuminanceHue) {
  const PixelFormat format{SampleType::u8, 4, true};
  const Image image = image_of({2, 1}, format, {10, 10, 10, 7, 20, 20, 20, 9});
  EXPECT_EQ(run(ops::Equalize{}, {image}), (Samples{0, 0, 0, 7, 255, 255, 255, 9}));
  EXPECT_EQ(run(ops::Equalize{}, {image}, {.alpha = Alpha::filter}), (Samples{0, 0, 0, 0, 255, 255, 255, 255}));
  const Image colours = image_of({2, 1}, {SampleType::u8, 3}, {30, 40, 50, 130, 140, 150});
  const Samples result = run(ops::Equalize{.by = ops::Equalize::By::luminance}, {colours});
  EXPECT_EQ(result, (Samples{0, 2, 12, 247, 255, 255})) << "luminances of 38 and 138 become 0 and 255";
  EXPECT_THAT(refused(ops::Equalize{}, {Image({2, 2}, {SampleType::f32, 1})}), HasSubstr("allowed: u8, u16"));
}

// Rows in the library's own memory may follow each other with gaps or without.
TEST_F(ImageOps, EqualizeIsTheSameForEveryWidth) {
  for (const std::int64_t width : {31, 32, 64, 100}) {
    Image image({width, 3}, {SampleType::u16, 3});
    Array samples({SampleType::u16, {3, width, 3}});
    for (std::int64_t i = 0; i < samples.count(); ++i) {
      samples.set(i, static_cast<double>(i * i % 5003));
      image.set(i / 3 % width, i / 3 / width, static_cast<int>(i % 3), samples.at(i));
    }
    const Array wanted = session().run(array_ops::Equalize{}, {samples}).arrays.front();
    const Samples got = run(ops::Equalize{}, {image});
    for (std::int64_t i = 0; i < samples.count(); ++i)
      ASSERT_EQ(got[static_cast<std::size_t>(i)], wanted.at(i)) << width << " " << i;
  }
}

// What a plan makes of a region, from inputs that hold no more than it reads.
TEST_F(ImageOps, RegionsHaveTheBitsOfTheWhole) {
  const PixelFormat format{SampleType::u8, 3};
  const Image a = sampled({61, 43}, format), b = sampled({61, 43}, format);
  const Call half = ops::Resize{.size = {29, 90}, .interpolation = ops::Resize::Interpolation::cubic};
  for (const auto& [call, images] : std::vector<std::pair<Call, std::vector<Image>>>{
           {ops::Blend{.alpha = 0.3}, {a, b}}, {half, {a}}, {ops::Equalize{}, {a}}}) {
    Work work{call, {}};
    for (const Image& image : images) work.inputs.emplace_back(ImageType{image.format(), image.size()});
    const Plan plan = session().plan(work);
    const Image whole = session().run(call, images).images.front();
    const Rect region{5, 17, 13, 20};
    const Rect reads = plan.reads(region, a.size());
    std::vector<DeviceValue> inputs;
    for (const Image& image : images)
      inputs.emplace_back(session().upload(image).view(reads).as_whole().as_part({image.size(), reads.x, reads.y}));
    const auto part = plan.run(inputs, {.region = region}).image();
    EXPECT_EQ(part.whole(), whole.size());
    EXPECT_EQ(samples_of(session().download(part)), samples_of(cropped(whole, region))) << call.op;
  }
}

TEST_F(ImageOps, RegionsThatCannotBeAreRefused) {
  const Image image = sampled({20, 10}, {SampleType::u8, 1});
  const Work work{ops::Resize{.size = {10, 10}}, {ImageType{image.format(), image.size()}}};
  const Plan resize = session().plan(work);
  const Plan equalize = session().plan({ops::Equalize{}, work.inputs});
  const DeviceImage whole = session().upload(image);
  const DeviceImage part = whole.view({0, 0, 10, 10}).as_whole().as_part({image.size(), 0, 0});
  const auto refused_by = [](const Plan& plan, const DeviceImage& input, const Rect& region) {
    return refusal([&] { plan.run(input, {.region = region}); });
  };
  EXPECT_THAT(refused_by(resize, whole, {5, 5, 6, 1}), HasSubstr("10 x 10"));
  EXPECT_THAT(refused_by(resize, whole, {5, 5, 0, 1}), HasSubstr("0x1+5+5"));
  EXPECT_THAT(refused_by(resize, part, {6, 0, 2, 2}), HasSubstr("holds"));
  EXPECT_THAT(refused_by(equalize, part, {0, 0, 2, 2}), HasSubstr("holds"));
  EXPECT_THAT(refused_by(resize, session().upload(sampled({21, 10}, image.format())), {0, 0, 2, 2}),
              HasSubstr("21 x 10"));
}

}  // namespace
}  // namespace lenslet
