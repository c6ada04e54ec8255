// Filters that write image objects: the same bits as in buffers, without a copy where the caller has image objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

class ImageResults : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    if (session->device().image_types.size() != std::size(filter_types))
      GTEST_SKIP() << "no image objects of all types";
  }

  Plan plan(const Call& call, PixelFormat format, const std::string& schedule, Border border = Border::reflect) const {
    OpOptions options;
    options.schedule = schedule;
    options.border = border;
    options.alpha = Alpha::keep;  // one filter alone
    return session->plan(call, format, options);
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
      const Plan to_image = plan({"gaussian"}, format, std::string(schedule) + ".to_image");
      EXPECT_EQ(to_buffer.output_storage(), Storage::buffer);
      EXPECT_EQ(to_image.output_storage(), Storage::image);
      for (const Size size : {Size{67, 43}, Size{1, 1}, Size{2, 70}}) {
        SCOPED_TRACE(std::string(schedule) + " of " + to_string(format) + ", " + std::to_string(size.width));
        const Image image = pattern(size, format);
        const DeviceImage input = session->upload(image);
        const Image wanted = session->download(to_buffer.run(input).image());
        const DeviceImage object = to_image.run(input).image();
        EXPECT_EQ(object.storage(), Storage::image);
        EXPECT_TRUE(equal(session->download(object), wanted));
        const DeviceImage rows = session->allocate(size, format);
        to_image.run_into(input, {rows});
        EXPECT_TRUE(equal(session->download(rows), wanted));
      }
    }
}

// The next filter reads what the first one wrote: no copy stands between them.
TEST_F(ImageResults, AreReadByTheNextFilterAsTheyAre) {
  const PixelFormat format{SampleType::u8, 3};
  const Image image = pattern({97, 61}, format);
  const std::string schedule = "image.direct.single.constant.branch.v4.x1.y2.g8x4.to_image";
  const Plan blur = plan({"gaussian"}, format, schedule), edges = plan({"sharpen"}, format, schedule);
  const DeviceImage input = session->upload(image, Storage::image);
  Timing timing;
  const DeviceImage blurred = blur.run(input, {.timing = &timing}).image();
  EXPECT_EQ(timing.launches, 1);
  const DeviceImage found = edges.run(blurred, {.timing = &timing}).image();
  EXPECT_EQ(timing.launches, 1);
  const OpOptions options{.border = Border::reflect};
  const Image wanted = session->run({"gaussian"}, image, options).images[0];
  EXPECT_TRUE(equal(session->download(found), session->run({"sharpen"}, wanted, options).images[0]));
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
    const DeviceResults found = plan(call, format, schedule + ".to_image").run(input, {.region = region});
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_TRUE(equal(session->download(found.image(i)), session->download(wanted[i]))) << call.op;
  }
}

TEST_F(ImageResults, AreForSchedulesThatStoreThem) {
  const PixelFormat format{SampleType::u8, 1};
  const DeviceImage input = session->upload(pattern({20, 20}, format));
  const DeviceImage object = session->allocate({20, 20}, format, Storage::image);
  const std::string schedule = "buffer.direct.single.constant.branch.v4.x1.y2.g8x4";
  EXPECT_THAT(
      refusal([&] { plan({"mean"}, format, schedule).run_into(input, {object}); }),
      HasSubstr("an output in the storage 'image', allowed: buffer, image_buffer, and image with a schedule that "
                "has 'to_image'"));
  const DeviceImage layers = session->allocate({20, 20}, format, Storage::image_array);
  EXPECT_THAT(refusal([&] { plan({"mean"}, format, schedule + ".to_image").run_into(input, {layers}); }),
              HasSubstr("allowed: buffer, image_buffer, image"));
  EXPECT_THAT(refusal([&] { plan({"mean"}, format, "buffer.direct.separated.constant.branch.v4.x1.y2.g8x4.to_image"); },
                      ErrorKind::unsupported),
              HasSubstr("results go to image objects by single lanes"));
}

}  // namespace
}  // namespace lenslet
