// Rectangles of images on devices: moved there and back, filtered with the borders of the whole, to the bit of the
// whole image's result; and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/lenslet.hpp>

#include "image/rect.hpp"
#include "image_support.hpp"
#include "refusal.hpp"
#include "session/problem.hpp"
#include "stencil/reads.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Size whole_size{41, 29};

Image crop(const Image& image, const Rect& rect) {
  Image part(rect.size(), image.format());
  for (std::int64_t y = 0; y < rect.height; ++y)
    std::copy_n(image.row(rect.y + y) + rect.x * static_cast<std::int64_t>(image.format().bytes()), part.stride(),
                part.row(y));
  return part;
}

class Regions : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  bool has(Storage storage, SampleType type) const {
    const DeviceInfo& device = session->device();
    const auto& types = storage == Storage::image_buffer ? device.image_buffer_types
                        : storage == Storage::image      ? device.image_types
                                                         : device.image_array_types;
    return storage == Storage::buffer || std::ranges::count(types, type) > 0;
  }

  std::optional<Session> session;
};

TEST(Reads, GrowByTheWindowAndEndWithTheImage) {
  const Size whole{100, 50};
  EXPECT_EQ(stencil::reads_of({10, 10, 5, 5}, {2, 3}, Border::reflect101, whole), (Rect{8, 7, 9, 11}));
  EXPECT_EQ(stencil::reads_of({0, 45, 5, 5}, {2, 3}, Border::constant, whole), (Rect{0, 42, 7, 8}));
  EXPECT_EQ(stencil::reads_of({10, 45, 5, 5}, {2, 3}, Border::wrap, whole), (Rect{8, 0, 9, 50}));
  EXPECT_EQ(stencil::reads_of({0, 0, 100, 50}, {200, 0}, Border::wrap, whole), (Rect{0, 0, 100, 50}));
}

TEST(Rects, AreSpelledAsTheyAreWritten) {
  EXPECT_EQ(to_string(Rect{3, 4, 50, 60}), "50x60+3+4");
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_FALSE(is_inside({most, 0, most, 1}, {0, 0, 10, 10}));
  EXPECT_FALSE(is_inside({-1, 0, 2, 1}, {0, 0, 10, 10}));
  EXPECT_TRUE(is_inside({9, 9, 1, 1}, {0, 0, 10, 10}));
}

TEST_F(Regions, OfEveryStorageAreUploadedAndDownloaded) {
  const PixelFormat format{SampleType::u8, 3};
  const Image image = pattern(whole_size, format), patch = pattern({7, 5}, format, 1);
  const Rect place{11, 6, 7, 5};
  for (const Storage storage : storages) {
    if (!has(storage, format.type)) continue;
    const DeviceImage whole = session->upload(image, storage);
    const DeviceImage view = whole.view(place);
    EXPECT_EQ(view.size(), place.size());
    EXPECT_EQ(view.whole(), whole_size);
    EXPECT_TRUE(view.shares_memory(whole));
    EXPECT_TRUE(equal(session->download(view), crop(image, place))) << name_of(storage);
    session->upload(patch, view);
    const Image changed = session->download(whole);
    EXPECT_TRUE(equal(crop(changed, place), patch)) << name_of(storage);
    EXPECT_TRUE(equal(crop(changed, {0, 0, 41, 6}), crop(image, {0, 0, 41, 6}))) << name_of(storage);
    EXPECT_TRUE(equal(crop(changed, {18, 0, 23, 29}), crop(image, {18, 0, 23, 29}))) << name_of(storage);
  }
}

TEST_F(Regions, OfAnImageAreConvertedWithWhatLiesRoundThem) {
  const Image image = pattern(whole_size, {SampleType::u8, 1});
  const Rect place{11, 6, 7, 5};
  for (const Storage from : storages)
    for (const Storage to : storages) {
      if (!has(from, SampleType::u8) || !has(to, SampleType::u8)) continue;
      const DeviceImage converted = session->convert(session->upload(image, from).view(place), to);
      EXPECT_EQ(converted.held(), rect_of(whole_size));
      EXPECT_TRUE(equal(session->download(converted), crop(image, place))) << name_of(from) << " to " << name_of(to);
    }
}

TEST_F(Regions, AreComputedFromEveryStorage) {
  const Image image = pattern(whole_size, {SampleType::f32, 1});
  const Rect region{5, 20, 30, 9};
  for (const Border border : {Border::constant, Border::wrap})
    for (const Storage storage : storages) {
      OpOptions options{.border = border,
                        .schedule = std::string(name_of(storage)) + ".window.single.literal.branch.v4.x1.y2.g8x2"};
      if (!has(storage, SampleType::f32)) continue;
      const Plan plan = session->plan(ops::Gaussian{.sigma = 1.5}, image.format(), options);
      const Image wanted = crop(session->download(plan.run(session->upload(image)).image()), region);
      for (const Storage from : storages) {
        if (!has(from, SampleType::f32)) continue;
        const DeviceImage input = session->upload(image, from);
        const std::string what(std::string(name_of(border)) + " " + options.schedule + " from " +
                               std::string(name_of(from)));
        EXPECT_TRUE(equal(session->download(plan.run(input, {.region = region}).image()), wanted)) << what;
        EXPECT_TRUE(equal(session->download(plan.run(input.view(region)).image()), wanted)) << what;
      }
    }
}

// As a program does whose image is larger than memory: each strip is uploaded with the rows that its windows reach.
TEST_F(Regions, OfStripsMakeTheWholeImage) {
  const Image image = pattern(whole_size, {SampleType::u8, 3});
  for (const char* schedule :
       {"buffer.window.single.literal.split.v4.x1.y2.g8x2", "buffer.direct.separated.constant.split.v4.x1.y2.g8x2",
        "buffer.window.single.literal.pad.v4.x1.y2.g8x2", "buffer.aligned.single.literal.branch.v4.x1.y2.g8x2",
        "buffer.aligned.separated_window.literal.branch.v4.x1.y2.g8x2.packed",
        "buffer.aligned.single.literal.branch.v8.x1.y2.g8x2.words", "buffer.local2.single.constant.clamp.v1.x1.y1.g8x8",
        "image.window.single.literal.clamp.v4.x1.y2.g8x2"}) {
    if (schedule[0] == 'i' && !has(Storage::image, SampleType::u8)) continue;
    const Plan plan = session->plan({"mean", {{"ksize", 5}}}, image.format(), {.schedule = schedule});
    const Image wanted = session->download(plan.run(session->upload(image)).image());
    for (std::int64_t y = 0; y < whole_size.height; y += 6) {
      const Rect strip{0, y, whole_size.width, std::min<std::int64_t>(6, whole_size.height - y)};
      const Rect reads = plan.reads(strip, whole_size);
      const DeviceImage input = session->upload(crop(image, reads), {.whole = whole_size, .y = reads.y});
      const DeviceImage output = plan.run(input, {.region = strip}).image();
      EXPECT_EQ(output.rectangle(), strip);
      EXPECT_TRUE(equal(session->download(output), crop(wanted, strip))) << schedule << " from row " << y;
    }
  }
}

// What a plan makes of a region is that part of its result: the next plan's windows end where it does, not its borders.
TEST_F(Regions, OfResultsAreParts) {
  const Image image = pattern(whole_size, {SampleType::f32, 1});
  const Plan gaussian = session->plan(ops::Gaussian{.sigma = 1}, image.format());
  const Plan mean = session->plan({"mean"}, image.format());
  const DeviceImage input = session->upload(image);
  const Image wanted = session->download(mean.run(gaussian.run(input).image()).image());
  const DeviceImage blurred = gaussian.run(input, {.region = Rect{9, 0, 20, 12}}).image();
  const Rect inner{10, 0, 18, 11};
  EXPECT_TRUE(equal(session->download(mean.run(blurred, {.region = inner}).image()), crop(wanted, inner)));
  EXPECT_THAT(refusal([&] { mean.run(blurred); }), HasSubstr("region 20x12+9+0 reads 22x13+8+0"));
  const DeviceImage alone = blurred.as_whole();
  EXPECT_TRUE(
      equal(session->download(mean.run(alone).image()), session->run({"mean"}, session->download(blurred)).images[0]));
}

TEST_F(Regions, AreWrittenIntoRectangles) {
  const Image image = pattern(whole_size, {SampleType::u8, 1});
  const Plan plan = session->plan({"mean"}, image.format());
  const DeviceImage input = session->upload(image), output = session->upload(pattern(whole_size, image.format(), 1));
  const Image before = session->download(output), wanted = session->download(plan.run(input).image());
  const Rect region{3, 4, 10, 11}, place{20, 15, 10, 11};
  Timing timing;
  plan.run_into(input, {output.view(place)}, {.region = region, .timing = &timing});
  EXPECT_EQ(timing.bytes, 2u * 10 * 11);
  const Image after = session->download(output);
  EXPECT_TRUE(equal(crop(after, place), crop(wanted, region)));
  EXPECT_TRUE(equal(crop(after, {0, 0, 41, 15}), crop(before, {0, 0, 41, 15})));
  EXPECT_TRUE(equal(crop(after, {0, 0, 20, 29}), crop(before, {0, 0, 20, 29})));
  EXPECT_TRUE(equal(crop(after, {30, 0, 11, 29}), crop(before, {30, 0, 11, 29})));
}

TEST_F(Regions, OfLayersAreThoseOfEach) {
  const PixelFormat format{SampleType::f32, 1};
  const DeviceImage layers = session->allocate(whole_size, format, Storage::buffer, 3);
  for (std::int64_t k = 0; k < 3; ++k) session->upload_layer(pattern(whole_size, format, k), layers, k);
  const Rect region{17, 3, 20, 26};
  for (const char* schedule :
       {"buffer.window.single.literal.split.v4.x1.y2.g8x2", "buffer.window.separated.literal.split.v4.x1.y2.g8x2",
        "buffer.window.single.literal.pad.v4.x1.y2.g8x2", "image_buffer.window.single.literal.branch.v1.x1.y2.g16x4",
        "image_array.window.single.literal.split.v1.x1.y2.g16x4"}) {
    OpOptions options{.schedule = schedule, .layered = true};
    const Call call = ops::Gaussian{.sigma = 1};
    if (stencil::excluded(parse_schedule(schedule), problem_of(call, format, options), session->device())) continue;
    const Plan plan = session->plan(call, format, options);
    const DeviceImage whole = plan.run(layers).image();
    const DeviceImage all = plan.run(layers, {.region = region}).image();
    const DeviceImage last = plan.run(layers.layers(1, 2).view(region)).image();
    EXPECT_EQ(last.layers(), 2);
    for (std::int64_t k = 0; k < 3; ++k) {
      const Image wanted = crop(session->download(whole, k), region);
      EXPECT_TRUE(equal(session->download(all, k), wanted)) << schedule << " layer " << k;
      if (k == 0) continue;
      EXPECT_TRUE(equal(session->download(last, k - 1), wanted)) << schedule << " layer " << k << " of a view";
    }
  }
}

TEST_F(Regions, ThatCannotBeAreRefused) {
  const PixelFormat format{SampleType::u8, 1};
  const Image image = pattern(whole_size, format);
  const DeviceImage whole = session->upload(image);
  const Plan plan = session->plan({"mean"}, format);
  const auto run = [&](const Rect& region) { return refusal([&] { plan.run(whole, {.region = region}); }); };
  EXPECT_THAT(run({0, 0, 0, 5}), HasSubstr("region 0x5+0+0 is empty"));
  EXPECT_THAT(run({0, 0, 5, -1}), HasSubstr("is empty"));
  EXPECT_THAT(run({40, 0, 2, 1}), HasSubstr("region 2x1+40+0 does not lie in the image of 41 x 29"));
  EXPECT_THAT(run({-1, 0, 2, 1}), HasSubstr("does not lie"));
  EXPECT_THAT(run({std::numeric_limits<std::int64_t>::max(), 0, 2, 1}), HasSubstr("does not lie"));
  EXPECT_THAT(refusal([&] {
                plan.run_into(whole, {session->allocate({5, 5}, format)}, {.region = Rect{0, 0, 5, 6}});
              }),
              HasSubstr("an output of 5 x 5 for results of 5 x 6"));
  EXPECT_THAT(refusal([&] { whole.view({40, 28, 2, 2}); }), HasSubstr("does not lie in the image"));
  const DeviceImage part = session->upload(image, {.whole = {100, 100}, .x = 50, .y = 60});
  EXPECT_THAT(refusal([&] {
                part.view({50, 59, 1, 2});
              }),
              HasSubstr("view 1x2+50+59 of an image of which 41x29+50+60"));
  EXPECT_THAT(refusal([&] {
                plan.run(part, {.region = Rect{50, 70, 3, 3}});
              }),
              HasSubstr("region 3x3+50+70 reads 5x5+49+69 of the input, of which 41x29+50+60 is held"));
  EXPECT_THAT(refusal([&] {
                session->upload(image, {.whole = {100, 100}, .x = 60, .y = 60});
              }),
              HasSubstr("part 41x29+60+60 does not lie in the image of 100 x 100"));
  EXPECT_THAT(refusal([&] {
                session->upload(image, whole.view({0, 0, 5, 5}));
              }),
              HasSubstr("for a layer of u8 x 1 of 5 x 5"));
  const Plan wrapping = session->plan({"mean"}, format, {.border = Border::wrap});
  const DeviceImage top = session->upload(image, {.whole = {41, 100}});
  EXPECT_THAT(refusal([&] { wrapping.run(top, {.region = Rect{0, 0, 41, 5}}); }), HasSubstr("reads 41x100+0+0"));
  EXPECT_EQ(session->download(wrapping.run(top, {.region = Rect{0, 1, 41, 5}}).image()).height(), 5);
}

TEST_F(Regions, OfArraysAreRefused) {
  const Array numbers({SampleType::f32, {3}});
  const Plan plan = session->plan(array_work({"histogram"}, {numbers.type()}));
  const std::vector<DeviceValue> inputs{session->upload(numbers)};
  EXPECT_THAT(refusal([&] {
                plan.run(inputs, {.region = Rect{0, 0, 1, 1}});
              }),
              HasSubstr("histogram must see its input whole"));
  EXPECT_THAT(refusal([&] { plan.reads({0, 0, 1, 1}, {5, 5}); }), HasSubstr("histogram must see its input whole"));
}

}  // namespace
}  // namespace lenslet
