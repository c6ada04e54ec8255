// Images of several layers: filtered together they give, to the bit, what each gives alone, in every storage and by
// every way to make edges; and nothing is written beside them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/space.hpp"
#include "tune/guarded_run.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr std::int64_t layer_count = 3;

class Layers : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  bool possible(const Call& call, PixelFormat format, const OpOptions& options) const {
    return !stencil::excluded(parse_schedule(options.schedule), problem_of(call, format, options), session->device());
  }

  DeviceImage upload(const std::vector<Image>& layers, Storage storage) const {
    const DeviceImage result = session->allocate(layers[0].size(), layers[0].format(), storage, layer_count);
    for (std::int64_t k = 0; k < layer_count; ++k)
      session->upload_layer(layers[static_cast<std::size_t>(k)], result, k);
    return result;
  }

  static std::vector<Image> patterns(Size size, PixelFormat format) {
    std::vector<Image> result;
    for (std::int64_t k = 0; k < layer_count; ++k) result.push_back(pattern(size, format, k));
    return result;
  }

  void expect_same(const Call& call, Size size, PixelFormat format, OpOptions options) const;

  std::optional<Session> session;
};

void Layers::expect_same(const Call& call, Size size, PixelFormat format, OpOptions options) const {
  options.layered = true;
  if (!possible(call, format, options)) return;
  const std::string what = call.op + " " + options.schedule + " " +
                           std::string(name_of(options.border.value_or(usual_border))) + " " +
                           std::to_string(size.width) + "x" + std::to_string(size.height);
  const std::vector<Image> images = patterns(size, format);
  const Plan together = session->plan(call, format, options);
  options.layered = false;
  const Plan alone = session->plan(call, format, options);

  std::vector<GuardedImage> guarded;
  std::vector<DeviceImage> outputs;
  for (std::size_t i = 0; i < together.output_names().size(); ++i) {
    guarded.emplace_back(state_of(*session).queue, size, together.output_format(), GuardedImage::Rows::aligned,
                         layer_count);
    outputs.push_back(guarded.back().value());
  }
  GuardedImage input(state_of(*session).queue, size, format, GuardedImage::Rows::aligned, layer_count);
  for (std::size_t k = 0; k < images.size(); ++k) input.write(images[k], static_cast<std::int64_t>(k));
  together.run_into(input.value(), outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::string mismatch;
    const std::vector<Image> got = guarded[i].read_layers(&mismatch);
    EXPECT_EQ(mismatch, "") << what;
    for (std::size_t k = 0; k < images.size(); ++k)
      EXPECT_TRUE(equal(got[k], session->download(alone.run(session->upload(images[k])).image(i))))
          << what << " layer " << k;
  }
}

const char* const schedules[] = {
    "buffer.direct.single.constant.branch.v1.x1.y1.g16x4",
    "buffer.window.single.literal.split.v4.x1.y2.g8x2",
    "buffer.window.fused.literal.split.v4.x1.y4.gauto",
    "buffer.window.fused.literal.clamp.v2.x2.y1.g8x2",
    "buffer.window.fused.literal.pad.v4.x1.y2.g8x1",
    "buffer.local2.single.constant.pad.v1.x1.y1.g8x8",
    "buffer.local1.fused.constant.branch.v1.x1.y1.g16x4",
    "buffer.aligned.single.literal.branch.v4.x1.y2.g8x2",
    "buffer.window.single.literal.branch.v16.x1.y2.g8x2.stream",
    "buffer.direct.separated.constant.split.v4.x1.y2.g8x2",
    "buffer.window.separated_window.literal.pad.v4.x1.y2.g8x2",
    "buffer.window.separated_strip.literal.branch.v4.x1.y2.g2x4",
    "buffer.local.separated_local.literal.branch.v2.x1.y1.g8x4",
    "image_buffer.window.single.literal.split.v1.x1.y2.g16x4",
    "image_buffer.local2.fused.constant.branch.v1.x1.y1.g8x8",
    "image_buffer.direct.separated.literal.branch.v1.x1.y1.g16x4",
    "image_array.window.fused.literal.split.v1.x1.y2.g16x4",
    "image_array.local2.single.constant.sampler.v1.x1.y1.g8x8",
    "image_array.direct.separated.literal.branch.v1.x1.y1.g16x4",
    "image_array.window.fused.literal.split.v2.x1.y2.g16x4.to_image_array",
    "buffer.local2.single.constant.branch.v4.x1.y1.g8x4.to_image_array",
    "image_buffer.window.separated_window.literal.branch.v2.x1.y2.g8x2.to_image_buffer",
    "image_array.local1.separated_local.literal.branch.v1.x1.y1.g8x8.to_image_buffer",
};

TEST_F(Layers, OfWordsGiveWhatEachGivesAlone) {
  for (const char* lanes : {"packed", "words"})
    for (const Size size : {Size{37, 23}, Size{1, 1}})
      expect_same({"mean"}, size, {SampleType::u8, 3},
                  {.schedule = fmt::format("buffer.aligned.single.literal.branch.v4.x1.y2.g8x2.{}", lanes)});
}

TEST_F(Layers, GiveWhatEachGivesAlone) {
  std::size_t place = 0;
  for (const char* spelling : schedules) {
    const OpOptions options{.border = extending_borders[place++ % std::size(extending_borders)], .schedule = spelling};
    for (const Size size : {Size{37, 23}, Size{5, 3}, Size{1, 1}})
      expect_same({"scharr", {{"both", true}}}, size, {SampleType::f32, 1}, options);
  }
}

TEST_F(Layers, HaveTheBordersOfSamplers) {
  for (const Border border : extending_borders)
    expect_same({"mean"}, {5, 3}, {SampleType::f32, 1},
                {.border = border, .schedule = "image_array.direct.single.literal.sampler.v1.x1.y1.g16x4"});
}

TEST_F(Layers, OfEveryTypeAndChannels) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 4, true}, PixelFormat{SampleType::f16, 3}})
    for (const char* spelling :
         {"buffer.window.single.literal.pad.v4.x1.y2.g8x2", "buffer.direct.separated.constant.split.v4.x1.y2.g8x2",
          "image_array.window.single.literal.split.v2.x1.y2.g8x2"})
      expect_same(
          {"gaussian"}, {29, 17}, format,
          {.border = Border::constant, .border_value = {1, 2, 3, 4}, .alpha = Alpha::keep, .schedule = spelling});
  expect_same({"median"}, {29, 17}, {SampleType::u16, 1},
              {.schedule = "image_array.window.single.literal.split.v1.x1.y2.g8x2"});
}

TEST_F(Layers, AreReadWhereTheyAre) {
  const Size size{31, 13};
  const PixelFormat format{SampleType::f32, 1};
  const std::vector<Image> images = patterns(size, format);
  for (const Storage storage : {Storage::buffer, Storage::image_buffer, Storage::image_array}) {
    OpOptions options;
    options.schedule = std::string(name_of(storage)) + ".window.single.literal.branch.v1.x1.y1.g8x2";
    options.layered = true;
    if (!possible({"mean"}, format, options)) continue;
    const Plan plan = session->plan({"mean"}, format, options);
    const DeviceImage input = upload(images, storage);
    EXPECT_EQ(input.layers(), layer_count);
    for (std::int64_t k = 0; k < layer_count; ++k)
      EXPECT_TRUE(equal(session->download(input, k), images[static_cast<std::size_t>(k)])) << name_of(storage);
    Timing timing;
    const DeviceImage output = plan.run(input, {.timing = &timing}).image();
    EXPECT_EQ(timing.launches, 1) << name_of(storage);
    EXPECT_EQ(output.layers(), layer_count);
    EXPECT_EQ(timing.bytes, 2 * 4 * 31 * 13 * static_cast<std::uint64_t>(layer_count));
    for (std::int64_t k = 0; k < layer_count; ++k)
      EXPECT_TRUE(
          equal(session->download(output, k), session->run({"mean"}, images[static_cast<std::size_t>(k)]).images[0]));
  }
}

TEST_F(Layers, AreConverted) {
  const std::vector<Image> images = patterns({19, 7}, {SampleType::u8, 3});
  if (session->device().image_array_types.empty()) GTEST_SKIP() << "no arrays of image objects";
  for (const Storage from : {Storage::buffer, Storage::image_buffer, Storage::image_array})
    for (const Storage to : {Storage::buffer, Storage::image_buffer, Storage::image_array}) {
      const DeviceImage converted = session->convert(upload(images, from), to);
      EXPECT_EQ(converted.layers(), layer_count);
      for (std::int64_t k = 0; k < layer_count; ++k)
        EXPECT_TRUE(equal(session->download(converted, k), images[static_cast<std::size_t>(k)]))
            << name_of(from) << " to " << name_of(to) << ", layer " << k;
    }
}

// A layer of an array is read, written, copied and converted like an image with an object of its own.
TEST_F(Layers, OfAnArrayAreImagesThemselves) {
  const PixelFormat format{SampleType::u8, 1};
  if (session->device().image_array_types.empty()) GTEST_SKIP() << "no arrays of image objects";
  const std::vector<Image> images = patterns({19, 7}, format);
  const DeviceImage whole = upload(images, Storage::image_array);
  for (const Border border : {Border::constant, Border::reflect, Border::wrap})
    for (const char* words :
         {"window.single.literal.split.v2.x1.y2.g8x2", "direct.single.literal.sampler.v1.x1.y1.g8x8"}) {
      const OpOptions options{.border = border, .schedule = fmt::format("image_array.{}.to_image_array", words)};
      const Plan plan = session->plan({"mean"}, format, options);
      const DeviceImage results = upload(images, Storage::image_array);
      plan.run_into(whole.layer(2), {results.layer(1)});
      for (std::int64_t k = 0; k < layer_count; ++k) {
        const Image& layer = images[static_cast<std::size_t>(k == 1 ? 2 : k)];
        EXPECT_TRUE(equal(session->download(results, k),
                          k == 1 ? session->run({"mean"}, layer, OpOptions{.border = border}).images[0] : layer))
            << options.schedule << ", layer " << k;
      }
    }
  const DeviceImage last = whole.layers(1, 2).layer(1);
  EXPECT_EQ(last.layers(), 1);
  EXPECT_TRUE(last.shares_memory(whole));
  for (const Storage storage : {Storage::buffer, Storage::image_buffer, Storage::image, Storage::image_array})
    EXPECT_TRUE(equal(session->download(session->convert(last, storage)), images[2])) << name_of(storage);
  EXPECT_TRUE(equal(session->download(session->convert(whole.layers(1, 2), Storage::buffer), 1), images[2]));
  EXPECT_THAT(refusal([&] { session->plan({"mean"}, format).run_into(whole.layer(0), {whole.layer(1)}); }),
              HasSubstr("allowed: buffer"));
}

TEST_F(Layers, OfABufferAreImagesThemselves) {
  const PixelFormat format{SampleType::u8, 1};
  const std::vector<Image> images = patterns({19, 7}, format);
  const DeviceImage whole = upload(images, Storage::buffer);
  const DeviceImage second = whole.layer(1);
  EXPECT_EQ(second.layers(), 1);
  EXPECT_TRUE(second.shares_memory(whole));
  EXPECT_TRUE(equal(session->download(second), images[1]));
  const Plan plan = session->plan({"mean"}, format);
  EXPECT_TRUE(equal(session->download(plan.run(second).image()), session->run({"mean"}, images[1]).images[0]));
}

TEST_F(Layers, OfOtherNumbersAreRefused) {
  const PixelFormat format{SampleType::u8, 1};
  const DeviceImage whole = session->allocate({9, 9}, format, Storage::buffer, layer_count);
  const Plan single = session->plan({"mean"}, format);
  const Plan layered = session->plan({"mean"}, format, {.layered = true});
  EXPECT_THAT(refusal([&] { single.run(whole); }), HasSubstr("OpOptions::layered"));
  const std::vector<DeviceImage> outputs{session->allocate({9, 9}, format)};
  EXPECT_THAT(refusal([&] { layered.run_into(whole, outputs); }), HasSubstr("1 layers for an input of 3"));
  EXPECT_THAT(refusal([&] { whole.layer(3); }), HasSubstr("layer 3 of 3"));
  EXPECT_THAT(refusal([&] { session->download(whole, -1); }), HasSubstr("layer -1 of 3"));
  const auto allocate = [&](Storage storage, int layers) { session->allocate({9, 9}, format, storage, layers); };
  EXPECT_THAT(refusal([&] { allocate(Storage::buffer, 0); }), HasSubstr("0 layers"));
  EXPECT_THAT(refusal([&] { allocate(Storage::image, 2); }, ErrorKind::unsupported),
              HasSubstr("2 layers in the storage 'image'"));
  OpOptions options{.schedule = "image.window.single.literal.branch.v1.x1.y1.g8x2"};
  options.layered = true;
  EXPECT_THAT(refusal([&] { session->plan({"mean"}, format, options); }, ErrorKind::unsupported),
              HasSubstr("layered-storage"));
}

TEST_F(Layers, HaveViewsInEveryStorage) {
  const PixelFormat format{SampleType::u8, 1};
  const Rect place{1, 3, 8, 6};
  for (const Storage storage : {Storage::buffer, Storage::image_buffer, Storage::image_array}) {
    SCOPED_TRACE(name_of(storage));
    const DeviceImage all = upload(patterns({20, 12}, format), storage);
    OpOptions options{.schedule = std::string(name_of(storage)) + ".direct.single.constant.branch.v1.x1.y1.g8x8"};
    const Plan one = session->plan({"mean"}, format, options);
    options.layered = true;
    const Plan layered = session->plan({"mean"}, format, options);
    const DeviceImage filtered = layered.run(all).image(), part = layered.run(all.view(place)).image();
    for (std::int64_t k = 0; k < layer_count; ++k) {
      const auto seen = [&](const DeviceImage& image) { return session->download(image.layer(k).view(place)); };
      EXPECT_TRUE(equal(session->download(all.view(place), k), seen(all))) << "layer " << k;
      EXPECT_TRUE(equal(session->download(part, k), seen(filtered))) << "together, layer " << k;
      EXPECT_TRUE(equal(session->download(one.run(all.layer(k).view(place)).image()), seen(filtered))) << "layer " << k;
    }
  }
}

TEST_F(Layers, LeaveTheCodeForSingleImagesAlone) {
  OpOptions options{.schedule = "buffer.window.single.literal.split.v4.x1.y2.g8x2"};
  EXPECT_EQ(session->plan({"mean"}, {SampleType::u8, 1}, options).source().find("#define LAYERED 1"),
            std::string::npos);
  options.layered = true;
  const Plan layered = session->plan({"mean"}, {SampleType::u8, 1}, options);
  EXPECT_NE(layered.source().find("#define LAYERED 1"), std::string::npos);
  const Image image = pattern({21, 9}, {SampleType::u8, 1}, 2);  // one layer is allowed
  EXPECT_TRUE(
      equal(session->download(layered.run(session->upload(image)).image()), session->run({"mean"}, image).images[0]));
}

}  // namespace
}  // namespace lenslet
