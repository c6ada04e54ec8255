// Windows to 255 x 255, rectangles of one row or column, and windows larger than the image.
#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "problem_support.hpp"
#include "refusal.hpp"
#include "stencil/defaults.hpp"
#include "stencil/running.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

Call call_of(const char* op, long width, long height) {
  return {op, {{"ksize", width}, {"ksize_y", height}}};
}

std::string rule_of(const char* schedule, const Call& call, PixelFormat format = {SampleType::u8, 3}) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.local_memory = 48 << 10;
  const auto broken = stencil::excluded(parse_schedule(schedule), problem_of(call, format, {}), device);
  return broken ? broken->rule : "";
}

TEST(Windows, OfAnySizeHaveADefaultOnEveryDevice) {
  for (const char* name : {"", "llvmpipe (LLVM 15)"})
    for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::gpu, DeviceKind::accelerator, DeviceKind::other}) {
      DeviceInfo device = device_of(kind);
      device.name = name;
      device.local_memory = 32 << 10;
      for (const char* op : {"mean", "dilate", "erode"})
        for (const auto& [width, height] : {std::pair{15, 15}, {31, 31}, {255, 1}, {1, 255}, {127, 3}, {255, 255}})
          for (const SampleType type : filter_types)
            for (const int channels : {1, 3, 4}) {
              const auto asked = problem_of(call_of(op, width, height), {type, channels}, {});
              const auto choice = stencil::default_schedule(asked, device);
              EXPECT_EQ(stencil::excluded(choice.schedule, asked, device), std::nullopt) << op << width << height;
            }
    }
}

TEST(Windows, RunWhereSumsAndOrderAllow) {
  const char* running = "buffer.window.running.literal.branch.v16.x32.y2.g1x1";
  EXPECT_EQ(rule_of(running, call_of("mean", 31, 31)), "");
  EXPECT_EQ(rule_of(running, call_of("erode", 1, 255), {SampleType::f32, 1}), "");
  EXPECT_EQ(rule_of(running, {"gaussian"}), "running-sums");
  EXPECT_EQ(rule_of(running, call_of("mean", 1, 1)), "running-sums") << "a copy";
  EXPECT_EQ(rule_of(running, {"brightness", {{"scale", 1.2}}}), "running-sums") << "one pixel";
  EXPECT_EQ(rule_of(running, call_of("mean", 255, 255)), "running-tile") << "margins are most of it";
  EXPECT_EQ(rule_of("buffer.direct.running.literal.branch.v16.x32.y2.g1x1", call_of("mean", 31, 31)), "running-tile");
  EXPECT_EQ(rule_of("buffer.window.running.literal.branch.v4.x1.y2.g32x4", call_of("mean", 9, 9)), "running-tile");
  EXPECT_EQ(rule_of("buffer.window.single.literal.branch.v4.x16.y2.g64x1", {"mean"}), "running-tile");
}

TEST(Windows, RunInPackedLanesWhereColumnsFitThem) {
  const char* packed = "buffer.aligned.running.literal.branch.v8.x1.y8.g128x1.packed";
  EXPECT_EQ(rule_of(packed, call_of("mean", 31, 31)), "");
  EXPECT_EQ(rule_of(packed, call_of("mean", 31, 255)), "") << "257 rows of 255 fit 16 bits";
  const char* lower = "buffer.aligned.running.literal.branch.v8.x1.y4.g128x1.packed";
  EXPECT_EQ(rule_of(lower, call_of("mean", 31, 31), {SampleType::u16, 3}), "");
  EXPECT_EQ(rule_of(packed, call_of("mean", 31, 31), {SampleType::u16, 3}), "running-tile") << "words of 32 bits each";
  EXPECT_EQ(rule_of(packed, call_of("mean", 31, 31), {SampleType::f32, 3}), "packed-lanes");
  EXPECT_EQ(rule_of(packed, call_of("dilate", 31, 31), {SampleType::u16, 3}), "");
  EXPECT_EQ(rule_of(packed, call_of("dilate", 31, 31), {SampleType::f32, 3}), "packed-lanes");
  EXPECT_EQ(rule_of(packed, call_of("dilate", 3, 31), {SampleType::u8, 1}), "packed-lanes") << "narrower than a vector";
  EXPECT_EQ(rule_of("buffer.aligned.running.literal.branch.v8.x1.y8.g128x1.words", call_of("mean", 31, 31)),
            "running-tile");
  EXPECT_EQ(rule_of("buffer.aligned.running.literal.branch.v8.x1.y16.g256x1.packed", call_of("mean", 31, 31)),
            "running-tile")
      << "48 KiB";
}

// By every border, where windows are wider than segments, than the image, lower than a block of rows, and one row high.
TEST(Windows, RunInPackedLanesToTheReferencesResults) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  using Case = std::tuple<const char*, int, int, PixelFormat, Border, const char*>;
  for (const auto& [op, width, height, format, border, shape] :
       {Case{"mean", 95, 7, {SampleType::u8, 3}, Border::constant, "v4.x2.y4.g64x1"},
        {"mean", 31, 1, {SampleType::u8, 4, true}, Border::wrap, "v16.x1.y2.g32x1"},
        {"mean", 31, 7, {SampleType::u16, 3}, Border::constant, "v4.x2.y4.g32x1"},
        {"erode", 11, 5, {SampleType::u8, 3}, Border::constant, "v4.x2.y8.g32x1"},
        {"dilate", 95, 9, {SampleType::u16, 1}, Border::reflect, "v8.x1.y8.g32x1"}}) {
    const std::string schedule = fmt::format("buffer.aligned.running.literal.branch.{}.packed", shape);
    const Work work = image_work(call_of(op, width, height), format, {64, 64},
                                 {.border = border, .border_value = {7}, .alpha = Alpha::keep, .schedule = schedule});
    const VerifyResult verdict = verify(session, {.work = work, .sizes = {{203, 27}, {13, 5}}, .regions = true});
    EXPECT_EQ(verdict.outcome, Outcome::correct) << op << width << " x " << height << ": " << verdict.detail;
  }
}

TEST(Windows, AreCutIntoStripsForTheDevicesUnits) {
  const Schedule schedule = parse_schedule("buffer.window.running.literal.branch.v16.x32.y2.g1x1");
  const auto asked = problem_of(call_of("mean", 31, 31), {SampleType::u8, 3}, {});
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.compute_units = 2;
  EXPECT_EQ(stencil::running_strips(schedule, asked, device, 4, 1000), 4) << "of at most 256 rows";
  EXPECT_EQ(stencil::running_strips(schedule, asked, device, 1, 1024), 8) << "four groups a unit";
  EXPECT_EQ(stencil::running_strips(schedule, asked, device, 1, 512), 4) << "of four windows' heights";
  EXPECT_EQ(stencil::running_strips(schedule, asked, device, 1, 64), 2) << "one a unit";
  EXPECT_EQ(stencil::running_strips(schedule, asked, device, 1, 20), 2) << "of at least 16 rows";
  const Schedule packed = parse_schedule("buffer.aligned.running.literal.branch.v8.x1.y8.g128x1.packed");
  EXPECT_EQ(stencil::running_strips(packed, asked, device, 3, 1000), 4) << "3, but for the longest";
  device.compute_units = 132;
  EXPECT_EQ(stencil::running_strips(packed, asked, device, 13, 3000), 50) << "all side by side";
  const auto extreme = problem_of(call_of("dilate", 31, 5), {SampleType::u8, 3}, {});
  EXPECT_EQ(stencil::running_strips(packed, extreme, device, 13, 3001), 601) << "blocks as high as the window";
}

TEST(Windows, RefuseEvenAndLargeSides) {
  const auto refused = [](const Call& call) {
    return refusal([&] { problem_of(call, {SampleType::u8, 1}, {}); }, ErrorKind::invalid_argument);
  };
  EXPECT_THAT(refused(call_of("median", 4, 0)), HasSubstr("median: ksize is 4, allowed: an odd number up to 255"));
  EXPECT_THAT(refused(call_of("rank", 3, 8)), HasSubstr("rank: ksize_y is 8, allowed: an odd number up to 255"));
  EXPECT_THAT(refused(call_of("mean", 128, 3)),
              HasSubstr("mean: the window is 128 x 3; allowed: odd sides up to 255, or with an even one up to 127"));
  EXPECT_THAT(refused(call_of("dilate", 257, 0)), HasSubstr("255"));
}

// The reference is a plain loop in double: the border rule says what lies outside a small image.
TEST(Windows, LargerThanTheImageAreDefinedByTheBorder) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  using Case = std::tuple<const char*, int, int, PixelFormat, Border>;
  for (const auto& [op, width, height, format, border] :
       {Case{"mean", 255, 255, {SampleType::u8, 3}, Border::wrap},
        {"mean", 1, 255, {SampleType::f32, 1}, Border::reflect101},
        {"mean", 255, 1, {SampleType::u16, 4, true}, Border::constant},
        {"dilate", 255, 31, {SampleType::u8, 3}, Border::reflect},
        {"erode", 31, 1, {SampleType::f32, 2}, Border::constant},
        {"erode", 1, 255, {SampleType::u16, 1}, Border::replicate}}) {
    const Work work = image_work(call_of(op, width, height), format, {64, 64},
                                 {.border = border, .border_value = {7}, .alpha = Alpha::keep});
    const VerifyResult verdict = verify(session, {.work = work, .sizes = {{13, 11}}, .regions = true});
    EXPECT_EQ(verdict.outcome, Outcome::correct) << op << width << " x " << height << ": " << verdict.detail;
  }
}

}  // namespace
}  // namespace lenslet
