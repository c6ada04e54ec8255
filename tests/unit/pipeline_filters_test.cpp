// Filters of pipelines that share launches with what makes their input, or with each other: when, and with which bits.
#include <random>

#include <gtest/gtest.h>

#include <lenslet/lenslet.hpp>

#include "effort.hpp"
#include "image_support.hpp"
#include "ocl/driver_limits.hpp"
#include "op/op.hpp"
#include "pipeline_support.hpp"
#include "problem_support.hpp"

namespace lenslet {
namespace {

// How the arrangement of that name runs untuned; empty where there is none.
std::string schedule_of(const Work& work, const DeviceInfo& device, const std::string& arrangement) {
  for (const op::Assembly& way : op::problem_of(work)->ways(device))
    if (way.name == arrangement) return way.schedule.spelling();
  return {};
}

// Pipelines that surely have an arrangement: a point op before a filter, a filter of what another one makes, and two of
// one image.
std::string random_pipeline_with(const std::string& arrangement, SampleType type, std::mt19937& random) {
  constexpr const char* points[] = {"invert", "threshold level=90", "contrast"};
  constexpr const char* masks[] = {"gaussian sigma=1.2", "mean ksize=5", "filter2d mask='0.1 0.7 0; -1 0 2; 1 0.3 -2'",
                                   "sharpen", "laplacian"};
  constexpr const char* windows[] = {"gradient", "median", "dilate ksize=3", "gaussian sigma=0.8", "sobel"};
  const auto one_of = [&random](const auto& list) { return std::string(list[random() % std::size(list)]); };
  if (arrangement == "loads") return one_of(points) + " | " + one_of(windows);
  constexpr const char* extremes[] = {"erode ksize=3", "dilate ksize=5"};
  if (arrangement == "windows" && is_integer(type) && random() % 2 == 0)
    return one_of(extremes) + " | " + one_of(points) + " | " + one_of(windows);
  if (arrangement == "windows") return one_of(masks) + " | " + one_of(windows) + " | " + one_of(points);
  return "in a; b = sobel a; c = sobel a dx=0 dy=1; out b, c";
}

using PipelineFilters = PipelineTest;

TEST_F(PipelineFilters, ShareLaunchesWithTheBitsOfEach) {
  const int count = effort() >= 3 ? 100 : 2;
  constexpr PixelFormat formats[] = {{SampleType::u8, 3}, {SampleType::f32, 1}, {SampleType::u16, 4}};
  constexpr Size sizes[] = {{67, 43}, {3, 2}, {130, 5}};
  for (int seed = 1; seed <= count; ++seed)
    for (const std::string arrangement : {"loads", "windows", "joined"}) {
      std::mt19937 random(static_cast<unsigned>(seed));
      const PixelFormat format = formats[random() % std::size(formats)];
      const std::string text = random_pipeline_with(arrangement, format.type, random);
      const Size size = sizes[random() % std::size(sizes)];
      VerifyCase one{.work = image_work(Pipeline::parse(text), format, size), .regions = true};
      one.work.options.border = extending_borders[random() % std::size(extending_borders)];
      one.work.options.border_value = {40, 3, 200, 7};
      one.work.options.schedule = schedule_of(one.work, session->device(), arrangement);
      one.values = {pattern(size, format, static_cast<unsigned>(seed))};
      ASSERT_NE(one.work.options.schedule, "") << text;
      const VerifyResult result = verify(*session, one);
      EXPECT_EQ(result.outcome, Outcome::correct)
          << text << ", " << to_string(format) << " " << name_of(*one.work.options.border) << ": " << result.detail;
    }
}

// Strips narrower and wider than the image, with rows and columns outside of it, of masks and of extremes.
TEST_F(PipelineFilters, MakeLinesOfStripsForOthers) {
  if (session->device().kind != DeviceKind::cpu) GTEST_SKIP() << "strips are for CPUs";
  const Image photo = pattern({67, 23}, {SampleType::u8, 3}, 2);
  const std::pair<const char*, Border> cases[] = {{"gaussian ksize=5 | gradient | threshold level=40", Border::wrap},
                                                  {"dilate ksize=3 | invert | sobel", Border::constant}};
  bool tried = false;
  for (const auto& [text, border] : cases)
    for (const char* group : {"y1.g3x4", "y4.g64x64"}) {
      Work work = image_work(Pipeline::parse(text), photo.format(), photo.size());
      work.options.border = border;
      work.options.schedule = std::string("windows..buffer.window.separated_strip.literal.branch.v16.x1.") + group;
      const VerifyResult result = verify(*session, {.work = work, .regions = true, .values = {photo}});
      if (result.outcome == Outcome::excluded) continue;  // Mesa's llvmpipe ends loops that are too long
      tried = true;
      EXPECT_EQ(result.outcome, Outcome::correct) << text << ", " << group << ": " << result.detail;
    }
  EXPECT_TRUE(tried || ocl::max_loop_rounds(session->device()) > 0);
}

// What only asks whether a length reaches a level needs no root: at the levels' ends, and behind a cut of its own.
TEST_F(PipelineFilters, CutLengthsWithoutTheirRoots) {
  const Image photo = pattern({67, 23}, {SampleType::u8, 3}, 3);
  for (const char* text : {"gradient | threshold level=0 maximum=9", "gradient | threshold level=254 kind=inverse",
                           "gradient threshold=90 | threshold level=40", "gradient norm=l1 | threshold level=77",
                           "gradient ksize=7 | threshold level=113 | invert"}) {
    Work work = image_work(Pipeline::parse(text), photo.format(), photo.size());
    const VerifyResult result = verify(*session, {.work = work, .regions = true, .values = {photo}});
    EXPECT_EQ(result.outcome, Outcome::correct) << text << ": " << result.detail;
  }
}

// Functions see samples as they lie in memory, and borders lie round what they make of them.
TEST_F(PipelineFilters, LoadSamplesOfAnotherTypeThroughPointOps) {
  const Image photo = pattern({67, 43}, {SampleType::u8, 3}, 2);
  for (const char* schedule : {"loads..buffer.aligned.separated_window.literal.branch.v4.x1.y4.g32x4",
                               "loads..buffer.local.fused.literal.split.v8.x1.y2.g8x4"}) {
    Work work = image_work(Pipeline::parse("convert to=f32 scale=0.5 | gradient"), photo.format(), photo.size());
    work.options.border = Border::constant;
    work.options.border_value = {1, 2, 3, 4};
    work.options.schedule = schedule;
    const VerifyResult result = verify(*session, {.work = work, .regions = true, .values = {photo}});
    EXPECT_EQ(result.outcome, Outcome::correct) << schedule << ": " << result.detail;
  }
}

TEST(PipelineArrangements, AreThereOnlyWhereBitsStay) {
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.local_memory = 48 << 10;
  const auto has = [&device](const std::string& arrangement, const std::string& text, PixelFormat format) {
    return !schedule_of(image_work(Pipeline::parse(text), format, {64, 64}), device, arrangement).empty();
  };
  constexpr PixelFormat bytes{SampleType::u8, 3}, halves{SampleType::f16, 1}, alpha{SampleType::u8, 4, true};
  EXPECT_TRUE(has("loads", "invert | gaussian", bytes));
  EXPECT_TRUE(has("loads", "convert | gaussian", bytes));
  EXPECT_FALSE(has("loads", "invert | gaussian", halves));
  EXPECT_FALSE(has("loads", "grey | gaussian", bytes));
  EXPECT_FALSE(has("loads", "in a; b = invert a; c = mean b; out b, c", bytes)) << "somebody else wants it";
  EXPECT_TRUE(has("windows", "gaussian | gradient | threshold", bytes));
  EXPECT_FALSE(has("windows", "gaussian border=wrap | gradient", bytes));
  EXPECT_FALSE(has("windows", "gaussian | gradient", alpha));
  EXPECT_TRUE(has("windows", "erode | invert | dilate", bytes));
  EXPECT_FALSE(has("windows", "erode shape=ellipse ksize=5 | dilate", bytes)) << "no rectangle";
  EXPECT_FALSE(has("windows", "erode | dilate", {SampleType::f32, 1})) << "NaN";
  EXPECT_FALSE(has("windows", "median | gradient", bytes)) << "neither a mask nor an extreme";
  EXPECT_FALSE(has("windows", "gaussian sigma=5 | gradient", bytes)) << "the window is too large";
  EXPECT_TRUE(has("joined", "in a; b = sobel a; c = sobel a dx=0 dy=1; out b, c", bytes));
  EXPECT_FALSE(has("joined", "in a; b = sobel a; c = mean a; out b, c", bytes)) << "their scales differ";
}

TEST(PipelineArrangements, TakeWindowsUntunedWhereAllPairsGained) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  const auto runs = [&device](const std::string& text, Size size = {1280, 720}) {
    const std::string schedule = op::problem_of(image_work(Pipeline::parse(text), {SampleType::u8, 3}, size))
                                     ->untuned(device)
                                     .schedule.spelling();
    return schedule.substr(0, schedule.find('.'));
  };
  EXPECT_EQ(runs("gaussian ksize=5 | gradient | threshold"), "windows");
  EXPECT_EQ(runs("gaussian ksize=7 | gaussian ksize=3"), "windows");
  EXPECT_EQ(runs("dilate | gradient"), "windows");
  EXPECT_EQ(runs("gaussian ksize=5 | gradient", {512, 512}), "apart") << "a small picture";
  EXPECT_EQ(runs("gaussian ksize=9 | gradient"), "apart") << "a larger window";
  EXPECT_EQ(runs("mean | sobel"), "apart") << "16 bits hold the sums of both";
  EXPECT_EQ(runs("gaussian ksize=5 | sobel"), "apart") << "and those of one";
  EXPECT_EQ(runs("median | gradient"), "apart");
  device.kind = DeviceKind::gpu;
  EXPECT_EQ(runs("gaussian ksize=5 | gradient | threshold"), "fused");
}

}  // namespace
}  // namespace lenslet
