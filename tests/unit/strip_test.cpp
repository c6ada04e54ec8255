// Strips: their size, who may have them, and that their results are those of the other separated passes to the bit.
#include "stencil/strip.hpp"

#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "problem_support.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

stencil::Problem mean_of(int ksize, PixelFormat pixels) {
  return problem_of({"mean", {{"ksize", std::int64_t{ksize}}}}, pixels, {});
}

Schedule strip(const std::string& rest) {
  return parse_schedule("buffer.window.separated_strip.literal." + rest);
}

TEST(Strip, IsTheBlockOfAGroup) {
  const auto of = stencil::strip_of(strip("branch.v8.x2.y4.g16x10"), mean_of(5, {SampleType::u8, 3}));
  EXPECT_EQ(of.width, 8 * 2 * 16);
  EXPECT_EQ(of.height, 4 * 10);
  EXPECT_EQ(of.bytes, (256u + 2 * 8 + (256 + 8) * (4 + 4)) * sizeof(float))
      << "a row with whole vectors for its border, and 8 rows of sums";
}

TEST(Strip, IsLowerWhereUnitsWouldHaveNone) {
  const auto of = stencil::strip_of(strip("branch.v16.x1.y8.g16x32"), mean_of(5, {SampleType::u8, 1}));
  EXPECT_EQ(stencil::strips_down(of, 4000, 3000, 2), 12) << "of 256 rows";
  EXPECT_EQ(stencil::strips_down(of, 512, 512, 2), 4) << "two beside each other, four for each unit";
  EXPECT_EQ(stencil::strips_down(of, 512, 512, 1000), 512 / 8) << "no lower than twice what windows reach";
  EXPECT_EQ(stencil::strips_down(of, 1, 1, 2), 1);
}

TEST(Rules, StreamWholeCacheLines) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.cache_line = 64;
  const auto rule = [&](const std::string& rest, SampleType type) {
    const auto exclusion =
        stencil::excluded(parse_schedule("buffer.window." + rest), problem({"gaussian"}, type), device);
    return exclusion ? exclusion->rule : "";
  };
  EXPECT_EQ(rule("single.literal.split.v16.x1.y4.g64x1.stream", SampleType::f32), "");
  EXPECT_EQ(rule("single.literal.split.v8.x1.y4.g64x1.stream", SampleType::f32), "whole-lines");
  EXPECT_EQ(rule("single.literal.split.v16.x1.y4.g64x1.stream", SampleType::u8), "whole-lines");
  EXPECT_EQ(rule("separated.literal.split.v16.x1.y4.g64x1.stream", SampleType::u8), "whole-lines") << "the second pass";
}

std::string rule_of(const std::string& rest, const stencil::Problem& problem, DeviceKind kind = DeviceKind::cpu) {
  const auto exclusion = stencil::excluded(strip(rest), problem, device_of(kind));
  return exclusion ? exclusion->rule : "";
}

TEST(Strip, IsForTheCachesOfCpus) {
  const auto mean = mean_of(5, {SampleType::u8, 1});
  EXPECT_EQ(rule_of("branch.v8.x1.y4.g32x32", mean), "");
  EXPECT_EQ(rule_of("branch.v8.x1.y4.g256x16", mean), "") << "groups are one work-item, whatever their area";
  EXPECT_EQ(rule_of("branch.v8.x1.y4.g32x32", mean, DeviceKind::gpu), "strips");
  EXPECT_EQ(rule_of("split.v8.x1.y4.g32x32", mean), "strips");
  EXPECT_EQ(rule_of("branch.v8.x1.y4.gauto", mean), "strips");
  EXPECT_EQ(rule_of("branch.v8.x1.y4.g1024x1", mean), "strips") << "256 KiB of sums and more";
  EXPECT_EQ(rule_of("branch.v8.x1.y4.g32x32", problem({"laplacian"})), "rank");
}

class StripOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    if (session->device().kind != DeviceKind::cpu) GTEST_SKIP() << "strips are for CPUs";
  }

  Image result(const Call& call, const Image& image, Border border, const std::string& schedule) const {
    const OpOptions options{.border = border, .border_value = {7, 8, 9, 10}, .schedule = schedule};
    return session->download(session->plan(call, image.format(), options).run(session->upload(image)).image());
  }

  void expect_same(const Call& call, Size size, PixelFormat pixels, Border border, const std::string& rest) const {
    const Image image = pattern(size, pixels, 3);
    EXPECT_TRUE(equal(result(call, image, border, "buffer.window.separated_strip." + rest),
                      result(call, image, border, "buffer.window.separated_window.literal.branch.v1.x1.y2.g4x4")))
        << call.op << " " << rest << " border " << static_cast<int>(border) << " " << size.width << "x" << size.height;
  }

  std::optional<Session> session;
};

// Strips of 8 samples by 4 rows: images smaller than one, of several, and of a part of one at the end.
TEST_F(StripOnDevice, RoundsLikeOtherSeparatedPassesAtEveryBorder) {
  const Call gaussian{"gaussian", {{"sigma", 0.9}, {"ksize", std::int64_t{5}}, {"ksize_y", std::int64_t{7}}}};
  for (const Border border : {Border::constant, Border::replicate, Border::reflect, Border::wrap, Border::reflect101})
    for (const Size size : {Size{1, 1}, Size{3, 2}, Size{13, 9}, Size{40, 23}})
      expect_same(gaussian, size, {SampleType::f32, 1}, border, "literal.branch.v4.x1.y2.g2x2");
}

TEST_F(StripOnDevice, ServesChannelsTypesAndMasks) {
  const Call gaussian{"gaussian", {{"sigma", 0.9}}};
  expect_same(gaussian, {37, 21}, {SampleType::u8, 3}, Border::reflect101, "literal.branch.v16.x1.y4.g2x3");
  expect_same(gaussian, {37, 21}, {SampleType::u16, 4}, Border::replicate, "constant.branch.v8.x2.y3.g1x3");
  expect_same(gaussian, {37, 21}, {SampleType::f16, 1}, Border::wrap, "literal.branch.v4.x1.y1.g3x5");
  expect_same({"mean", {{"ksize", std::int64_t{9}}}}, {37, 21}, {SampleType::u8, 3}, Border::replicate,
              "literal.branch.v16.x1.y4.g2x3");
  expect_same({"gradient"}, {37, 21}, {SampleType::u8, 3}, Border::replicate, "literal.branch.v8.x1.y2.g2x3");
}

}  // namespace
}  // namespace lenslet
