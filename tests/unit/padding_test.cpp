// Edges `pad`: its launches, and one plan's copy serving images of several sizes in turn.
#include <algorithm>

#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "session/problem.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

class Padding : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  Plan plan(const Call& call, const std::string& schedule) const {
    OpOptions options;
    options.border = Border::wrap;
    options.schedule = schedule;
    return session->plan(call, format, options);
  }

  Image run(const Plan& ready, Size size, Timing& timing) const {
    Image image(size, format);
    for (std::int64_t y = 0; y < size.height; ++y)
      for (std::int64_t x = 0; x < size.width; ++x) image.set(x, y, 0, static_cast<double>((x * 7 + y * 13) % 256));
    return session->download(ready.run(session->upload(image), {.timing = &timing}).image());
  }

  PixelFormat format{SampleType::u8, 1};
  std::optional<Session> session;
};

TEST_F(Padding, CopiesOnceForAllMasks) {
  Timing timing;
  run(plan({"mean"}, "buffer.window.single.literal.pad.v4.x1.y2.g8x1"), {61, 47}, timing);
  EXPECT_EQ(timing.launches, 2);
  run(plan({"sobel", {{"both", true}}}, "buffer.window.single.literal.pad.v4.x1.y2.g8x1"), {61, 47}, timing);
  EXPECT_EQ(timing.launches, 3);
}

TEST_F(Padding, LeavesImagesSmallerThanABlockToTheFrame) {
  Timing timing;
  run(plan({"mean"}, "buffer.window.single.literal.pad.v16.x1.y2.g8x1"), {15, 47}, timing);
  EXPECT_EQ(timing.launches, 1);
}

TEST_F(Padding, OneCopyServesImagesOfAllSizes) {
  const Plan padded = plan({"mean", {{"ksize", 9L}}}, "buffer.window.single.literal.pad.v4.x1.y2.gauto");
  const Plan plain = plan({"mean", {{"ksize", 9L}}}, "buffer.direct.single.literal.clamp.v1.x1.y1.g8x1");
  for (const Size size : {Size{61, 47}, Size{16, 9}, Size{200, 3}, Size{61, 47}}) {
    Timing timing;
    const Image got = run(padded, size, timing), wanted = run(plain, size, timing);
    EXPECT_TRUE(std::equal(got.data(), got.data() + got.stride() * got.height(), wanted.data())) << size.width;
  }
}

std::string rule_of(const std::string& schedule) {
  DeviceInfo device;
  device.max_group = 64;
  device.local_memory = 1 << 20;
  device.image_types = {SampleType::f32};
  const auto problem = problem_of({"mean"}, {SampleType::f32, 1}, {});
  const auto exclusion = stencil::excluded(parse_schedule(schedule), problem, device);
  return exclusion ? exclusion->rule : "";
}

TEST(PaddingRules, PaddedCopiesAreBuffers) {
  EXPECT_EQ(rule_of("buffer.window.single.literal.pad.v1.x1.y1.gauto"), "");
  EXPECT_EQ(rule_of("image.window.single.literal.pad.v1.x1.y1.gauto"), "padded-storage");
}

TEST(PaddingRules, TilesNeedANamedGroup) {
  EXPECT_EQ(rule_of("buffer.local2.single.literal.pad.v1.x1.y1.g8x8"), "");
  EXPECT_EQ(rule_of("buffer.local.single.literal.pad.v1.x1.y1.gauto"), "tile-group");
}

}  // namespace
}  // namespace lenslet
