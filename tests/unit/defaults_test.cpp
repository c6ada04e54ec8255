// The schedule of a device that was not tuned.
#include "stencil/defaults.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "matrix.hpp"
#include "problem_support.hpp"
#include "stencil/space.hpp"
#include "stencil/tile.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

TEST(Defaults, ServeEveryOpTypeAndDeviceClass) {
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::gpu, DeviceKind::accelerator, DeviceKind::other})
    for (const OpInfo& op : filters())
      for (const SampleType type : filter_types) {
        const auto asked = problem({op.name}, type);
        const auto choice = stencil::default_schedule(asked, device_of(kind));
        EXPECT_EQ(stencil::excluded(choice.schedule, asked, device_of(kind)), std::nullopt) << op.name;
        EXPECT_THAT(choice.reason, HasSubstr("default for " + std::string(name_of(kind))));
      }
}

// A search for distances may look at whole rows.
TEST(Defaults, WideRowsOfDistancesAreNotSearched) {
  const op::OpPtr op = op::find("distance_transform");
  const auto spelled = [&](std::int64_t width, DeviceKind kind) {
    const ImageType image{{SampleType::u8, 1}, {width, 10}};
    const op::Types inputs = std::vector<ValueType>{image};
    return to_string(op->initial(op::instance_of(*op, Call{"distance_transform"}, inputs), device_of(kind)));
  };
  EXPECT_EQ(spelled(4096, DeviceKind::gpu), "search.group128");
  EXPECT_EQ(spelled(4097, DeviceKind::gpu), "lists.group128");
  EXPECT_EQ(spelled(10, DeviceKind::cpu), "lists.group1");
}

// No row was measured for it, and its rule excludes most.
TEST(Defaults, ServeEveryOpByTheBorderCentre) {
  const auto by_centre = [](stencil::Problem asked) {
    asked.border = Border::centre;
    return asked;
  };
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::gpu}) {
    for (const OpInfo& op : filters())
      for (const SampleType type : filter_types)
        EXPECT_NO_THROW(stencil::default_schedule(by_centre(problem({op.name}, type)), device_of(kind))) << op.name;
    for (const Call& call : {Call{"mean", {{"ksize", 31L}}}, Call{"median", {{"ksize", 31L}}}})
      EXPECT_NO_THROW(stencil::default_schedule(by_centre(problem(call, SampleType::u8)), device_of(kind))) << call.op;
  }
}

TEST(Defaults, SeparateLargeMasksOfRankOne) {
  const auto passes = [](const Call& call, SampleType type) {
    return stencil::default_schedule(problem(call, type), device_of(DeviceKind::cpu)).schedule.passes;
  };
  EXPECT_TRUE(is_separated(passes({"gaussian", {{"sigma", 5.0}}}, SampleType::f32)));
  EXPECT_TRUE(is_separated(passes({"gaussian", {{"ksize", 61L}}}, SampleType::u8))) << "whose ends f32 does not hold";
  EXPECT_EQ(passes({"laplacian", {{"ksize", 5L}}}, SampleType::u8), Passes::single);
  EXPECT_NE(passes({"mean", {{"ksize", 127L}}}, SampleType::u16), Passes::separated) << "large integers";
  EXPECT_TRUE(is_separated(passes({"mean", {{"ksize", 127L}}}, SampleType::u16)));
}

TEST(Defaults, OfOtherSizesAreWhereASearchBegins) {
  const auto asked = problem({"scharr", {{"both", true}}}, SampleType::f32);
  const std::vector<Schedule> kindred = stencil::kindred_defaults(asked, device_of(DeviceKind::gpu));
  EXPECT_THAT(kindred, testing::Contains(stencil::default_schedule(asked, device_of(DeviceKind::gpu)).schedule));
  EXPECT_GT(kindred.size(), 3u);
  for (const Schedule& schedule : kindred) {
    EXPECT_EQ(stencil::excluded(schedule, asked, device_of(DeviceKind::gpu)), std::nullopt);
    EXPECT_EQ(std::ranges::count(kindred, schedule), 1);
  }
}

TEST(Defaults, TakeTheNextRowWhereTheDeviceCannotRunTheFirst) {
  const auto asked = problem({"gaussian", {{"ksize", 9L}}}, SampleType::u8);
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.local_memory = 48 << 10;
  const auto first = stencil::default_schedule(asked, device).schedule;
  ASSERT_EQ(first.passes, Passes::separated_local) << to_string(first);
  device.local_memory = 256;
  const auto next = stencil::default_schedule(asked, device).schedule;
  EXPECT_EQ(stencil::excluded(next, asked, device), std::nullopt);
  EXPECT_NE(next.passes, Passes::separated_local);
}

TEST(Defaults, AreOthersForSmallImagesWhereARowSaysSo) {
  const auto asked = problem({"mean"}, SampleType::u8);
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.local_memory = 48 << 10;
  const auto small = stencil::default_schedule(asked, device, Size{512, 512});
  EXPECT_EQ(small.schedule.vector, 4);
  EXPECT_THAT(small.reason, HasSubstr("images of up to 0.3 megapixels"));
  const auto large = stencil::default_schedule(asked, device, Size{1024, 512});
  EXPECT_EQ(large.schedule.vector, 16);
  EXPECT_EQ(large.schedule, stencil::default_schedule(asked, device).schedule) << "no size is a large one";
  EXPECT_THAT(large.reason, testing::Not(HasSubstr("megapixels")));
}

// Of masks of a few rows, strips lose on all but small images, most on CPUs of wide vectors.
TEST(Defaults, OfGpusSweepWhereAllUnitsHaveWork) {
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.local_memory = 48 << 10;
  const auto sweeps_in = [&](int units, int channels, Size size) {
    device.compute_units = units;
    auto asked = problem({"mean", {{"ksize", 9L}}}, SampleType::u8);
    asked.input.channels = channels;
    return sweeps(stencil::default_schedule(asked, device, size).schedule);
  };
  EXPECT_TRUE(sweeps_in(132, 3, {4000, 3000}));
  EXPECT_FALSE(sweeps_in(132, 1, {4000, 3000}));
  EXPECT_FALSE(sweeps_in(132, 3, {1920, 1080}));
  EXPECT_TRUE(sweeps_in(16, 3, {1920, 1080})) << "a small device has enough to do";
}

TEST(Defaults, OfCpusWalkInStripsWhereImagesAreSmall) {
  const DeviceInfo device = device_of(DeviceKind::cpu);
  for (const Call& call : {Call{"mean", {{"ksize", 9L}}}, Call{"gaussian", {{"ksize", 7L}, {"sigma", 1.0}}}}) {
    const auto passes = [&](std::optional<Size> size) {
      return stencil::default_schedule(problem(call, SampleType::u8), device, size).schedule.passes;
    };
    EXPECT_EQ(passes(Size{512, 512}), Passes::separated_strip) << call.op;
    EXPECT_EQ(passes(Size{1920, 1080}), Passes::separated_window) << call.op;
  }
  const Call wide{"gaussian", {{"ksize", 13L}, {"sigma", 2.0}}};
  EXPECT_EQ(stencil::default_schedule(problem(wide, SampleType::u8), device).schedule.passes, Passes::separated_strip);
}

TEST(Defaults, NarrowTheGroupToTheDevice) {
  const auto choice = stencil::default_schedule(problem({"sharpen"}), device_of(DeviceKind::cpu, 16));
  EXPECT_LE(choice.schedule.group_width * choice.schedule.group_height, 16);
  EXPECT_THAT(choice.reason, HasSubstr("limit of 16"));
}

// Looks at the largest masks that ops take, where they have the most samples in a row.
TEST(Defaults, LimitsOfLoopRoundsLeaveAScheduleForEveryMask) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.name = "llvmpipe (LLVM 15)";
  device.max_vector = 16;
  for (const int channels : {1, 2, 3, 4})
    for (const SampleType type : filter_types) {
      const auto asked = problem_of({"mean", {{"ksize", 127L}}}, {type, channels}, {});
      const auto choice = stencil::default_schedule(asked, device);
      EXPECT_EQ(stencil::excluded(choice.schedule, asked, device), std::nullopt) << channels << name_of(type);
    }
}

TEST(Defaults, KeepBelowTheDevicesLimitOfLoopRounds) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.name = "llvmpipe (LLVM 15)";
  const auto asked = problem({"mean", {{"ksize", 127L}}}, SampleType::u16);
  const auto choice = stencil::default_schedule(asked, device);
  EXPECT_EQ(stencil::excluded(choice.schedule, asked, device), std::nullopt);
  EXPECT_THAT(choice.reason, HasSubstr("65535"));
}

TEST(Defaults, CompileTapsInWhereConstantMemoryIsSmall) {
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.max_constant = 1024;
  std::string diagonal;  // 17 x 17, of full rank
  for (int y = 0; y < 17; ++y)
    for (int x = 0; x < 17; ++x) diagonal += std::string(x == y ? "1" : "0") + (x == 16 ? ";" : " ");
  const auto choice = stencil::default_schedule(problem({"filter2d", {{"mask", matrix(diagonal)}}}), device);
  EXPECT_EQ(choice.schedule.coefficients, Coefficients::literal);
  EXPECT_THAT(choice.reason, HasSubstr("1024"));
}

}  // namespace
}  // namespace lenslet
