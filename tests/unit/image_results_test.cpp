// Filters that write image objects of every kind: the same bits as in buffers, without a copy where the caller has
// image objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "ocl/image_object.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Storage objects[] = {Storage::image, Storage::image_array, Storage::image_buffer};

std::string writing(const std::string& schedule, Storage storage) {
  return schedule + ".to_" + std::string(name_of(storage));
}

class ImageResults : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    for (const Storage storage : objects)
      if (ocl::texel_types(session->device(), storage).size() != std::size(filter_types))
        GTEST_SKIP() << "no image objects of all types for " << name_of(storage);
  }

  Plan plan(const Call& call, PixelFormat format, const std::string& schedule, Border border = Border::reflect) const {
    OpOptions options;
    options.schedule = schedule;
    options.border = border;
    options.alpha = Alpha::keep;  // one filter alone
    return session->plan(call, format, options);
  }

  void expect_same(const Plan& to_buffer, PixelFormat format, const std::string& schedule, Storage storage) const {
    const Plan to_object = plan({"gaussian"}, format, schedule);
    EXPECT_EQ(to_object.output_storage(), storage);
    for (const Size size : {Size{67, 43}, Size{1, 1}, Size{2, 70}}) {
      SCOPED_TRACE(schedule + " of " + to_string(format) + ", " + std::to_string(size.width));
      const Image image = pattern(size, format);
      const DeviceImage input = session->upload(image);
      const Image wanted = session->download(to_buffer.run(input).image());
      const DeviceImage object = to_object.run(input).image();
      EXPECT_EQ(object.storage(), storage);
      EXPECT_TRUE(equal(session->download(object), wanted));
      for (const Storage rows_in : {Storage::buffer, Storage::image_buffer}) {
        const DeviceImage rows = session->allocate(size, format, rows_in);
        to_object.run_into(input, {rows});
        EXPECT_TRUE(equal(session->download(rows), wanted));
      }
    }
  }

  std::optional<Session> session;
};

constexpr const char* storing[] = {
    "buffer.direct.single.constant.branch.v4.x1.y2.g8x4", "image.window.single.literal.split.v8.x1.y2.g8x2",
    "buffer.local2.single.constant.clamp.v2.x1.y1.g8x8", "image_buffer.direct.single.constant.branch.v1.x2.y1.g16x1"};

TEST_F(ImageResults, HaveTheBitsOfBuffers) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::u16, 1},
                                   PixelFormat{SampleType::f16, 2}, PixelFormat{SampleType::f32, 4, true}})
    for (const char* schedule : storing) {
      const Plan to_buffer = plan({"gaussian"}, format, schedule);
      EXPECT_EQ(to_buffer.output_storage(), Storage::buffer);
      for (const Storage storage : objects) expect_same(to_buffer, format, writing(schedule, storage), storage);
    }
}

// The next filter reads what the first one wrote: no copy stands between them.
TEST_F(ImageResults, AreReadByTheNextFilterAsTheyAre) {
  const PixelFormat format{SampleType::u8, 3};
  const Image image = pattern({97, 61}, format);
  const OpOptions options{.border = Border::reflect};
  const Image once = session->run({"gaussian"}, image, options).images[0];
  const Image wanted = session->run({"sharpen"}, once, options).images[0];
  for (const Storage storage : objects) {
    const std::string schedule =
        writing(std::string(name_of(storage)) + ".direct.single.constant.branch.v4.x1.y2.g8x4", storage);
    const Plan blur = plan({"gaussian"}, format, schedule), edges = plan({"sharpen"}, format, schedule);
    const DeviceImage input = session->upload(image, storage);
    Timing timing;
    const DeviceImage blurred = blur.run(input, {.timing = &timing}).image();
    EXPECT_EQ(timing.launches, 1) << name_of(storage);
    const DeviceImage found = edges.run(blurred, {.timing = &timing}).image();
    EXPECT_EQ(timing.launches, 1) << name_of(storage);
    EXPECT_TRUE(equal(session->download(found), wanted)) << name_of(storage);
  }
}

TEST_F(ImageResults, HaveTheLayersOfTheirInput) {
  const PixelFormat format{SampleType::u16, 1};
  const Call both{"scharr", {{"both", true}}};
  constexpr std::int64_t layers = 3;
  for (const Storage from : {Storage::buffer, Storage::image_buffer, Storage::image_array})
    for (const Storage to : {Storage::image_buffer, Storage::image_array})
      for (const Storage given : {to, Storage::buffer}) {
        SCOPED_TRACE(std::string(name_of(from)) + " to " + std::string(name_of(to)) + " for " +
                     std::string(name_of(given)));
        OpOptions options{.border = Border::wrap};
        options.schedule = writing(std::string(name_of(from)) + ".window.fused.literal.split.v2.x1.y2.g8x2", to);
        options.layered = true;
        const Plan plan = session->plan(both, format, options);
        const DeviceImage input = session->allocate({37, 23}, format, from, layers);
        for (std::int64_t k = 0; k < layers; ++k) session->upload_layer(pattern({37, 23}, format, k), input, k);
        std::vector<DeviceImage> outputs;
        for (int i = 0; i < 2; ++i) outputs.push_back(session->allocate({37, 23}, plan.output_format(), given, layers));
        plan.run_into(input, outputs);
        for (std::int64_t k = 0; k < layers; ++k) {
          const auto wanted = session->run(both, pattern({37, 23}, format, k), OpOptions{.border = Border::wrap});
          for (std::size_t i = 0; i < outputs.size(); ++i)
            EXPECT_TRUE(equal(session->download(outputs[i], k), wanted.images[i])) << "layer " << k << ", output " << i;
        }
      }
}

// A view's texels before, between and behind the region keep their values.
TEST_F(ImageResults, GoToAPartOfABuffer) {
  const PixelFormat format{SampleType::u8, 1};
  const Image image = pattern({40, 30}, format), old = pattern({64, 48}, format, 5);
  const Rect place{7, 9, 40, 30};
  const DeviceImage whole = session->upload(old);
  const std::string schedule = "image_buffer.window.single.literal.split.v4.x1.y2.g8x2";
  plan({"mean"}, format, schedule + ".to_image_buffer")
      .run_into(session->upload(image, Storage::image_buffer), {whole.view(place).as_whole()});
  Image wanted = old;
  const Image mean = session->run({"mean"}, image, OpOptions{.border = Border::reflect}).images[0];
  for (std::int64_t y = 0; y < place.height; ++y)
    for (std::int64_t x = 0; x < place.width; ++x) wanted.set(place.x + x, place.y + y, 0, mean.at(x, y, 0));
  EXPECT_TRUE(equal(session->download(whole), wanted));
}

TEST_F(ImageResults, MayBeRegionsAndSeveral) {
  const PixelFormat format{SampleType::u8, 1};
  const Image image = pattern({97, 61}, format);
  const Rect region{31, 7, 40, 33};
  const std::string schedule = "buffer.direct.single.constant.branch.v4.x1.y2.g8x4";
  const Call both{"sobel", {{"dx", 1L}, {"dy", 1L}}};
  for (const Call& call : {Call{"sharpen"}, both}) {
    const DeviceImage input = session->upload(image);
    const std::vector<DeviceImage> wanted = plan(call, format, schedule).run(input, {.region = region}).images();
    for (const Storage storage : objects) {
      const DeviceResults found = plan(call, format, writing(schedule, storage)).run(input, {.region = region});
      ASSERT_EQ(found.size(), wanted.size());
      for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_TRUE(equal(session->download(found.image(i)), session->download(wanted[i])))
            << call.op << " to " << name_of(storage);
    }
  }
}

TEST_F(ImageResults, GoToTheirPlaceInALargerObject) {
  const PixelFormat format{SampleType::u8, 2};
  const Image image = pattern({16, 10}, format), old = pattern({40, 30}, format, 5);
  const std::string schedule = "buffer.direct.single.constant.branch.v1.x1.y1.g8x8";
  const Image filtered = session->download(plan({"mean"}, format, schedule).run(session->upload(image)).image());
  Image wanted = old;
  for (std::int64_t y = 0; y < 10; ++y)
    for (std::int64_t x = 0; x < 16; ++x)
      for (int c = 0; c < 2; ++c) wanted.set(7 + x, 9 + y, c, filtered.at(x, y, c));
  for (const Storage storage : objects) {
    const DeviceImage object = session->upload(old, storage);
    plan({"mean"}, format, writing(schedule, storage)).run_into(session->upload(image), {object.view({7, 9, 16, 10})});
    EXPECT_TRUE(equal(session->download(object), wanted)) << name_of(storage);
  }
}

TEST_F(ImageResults, AreForSchedulesThatStoreThem) {
  const PixelFormat format{SampleType::u8, 1};
  const DeviceImage input = session->upload(pattern({20, 20}, format));
  const DeviceImage object = session->allocate({20, 20}, format, Storage::image);
  const std::string schedule = "buffer.direct.single.constant.branch.v4.x1.y2.g8x4";
  for (const char* word : {"", ".to_image_buffer"})
    EXPECT_THAT(
        refusal([&] { plan({"mean"}, format, schedule + word).run_into(input, {object}); }),
        HasSubstr("an output in the storage 'image', allowed: buffer, image_buffer, and image with a schedule that "
                  "has 'to_image'"));
  const DeviceImage layers = session->allocate({20, 20}, format, Storage::image_array);
  EXPECT_THAT(refusal([&] { plan({"mean"}, format, schedule + ".to_image").run_into(input, {layers}); }),
              HasSubstr("allowed: buffer, image_buffer, image"));
  EXPECT_THAT(refusal([&] { plan({"mean"}, format, schedule + ".to_image_array").run_into(input, {object}); }),
              HasSubstr("allowed: buffer, image_buffer, image_array"));
  OpOptions options;
  options.schedule = schedule + ".to_image";
  options.layered = true;
  EXPECT_THAT(refusal([&] { session->plan({"mean"}, format, options); }, ErrorKind::unsupported),
              HasSubstr("an 'image' of results has one layer: write 'to_image_array' or 'to_image_buffer'"));
  EXPECT_THAT(refusal([&] { plan({"mean"}, format, "buffer.direct.separated.constant.branch.v4.x1.y2.g8x4.to_image"); },
                      ErrorKind::unsupported),
              HasSubstr("results go to image objects by single lanes"));
}

}  // namespace
}  // namespace lenslet
