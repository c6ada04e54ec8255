// Point ops in the launches of filters, by schedules that store in ways of their own, and in tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "op/op.hpp"
#include "pipeline_support.hpp"
#include "problem_support.hpp"

namespace lenslet {
namespace {

using PipelineFusion = PipelineTest;

// As on GPUs, where words and packed lanes have names of their own in the kernel.
TEST_F(PipelineFusion, PutsPointOpsBehindPackedLanes) {
  const Image photo = pattern({67, 43}, {SampleType::u8, 3}, 2);
  for (const char* schedule : {"fused..buffer.aligned.separated_window.literal.branch.v4.x1.y4.g32x4.packed",
                               "fused..buffer.aligned.separated_window.literal.branch.v8.x1.y4.g32x4.words"}) {
    const VerifyResult result = proved("gradient | invert | threshold level=99", schedule, photo);
    EXPECT_EQ(result.outcome, Outcome::correct) << schedule << ": " << result.detail;
  }
}

TEST_F(PipelineFusion, ComputesBrightnessAndBlendInLaunchesOfOthers) {
  const Image photo = pattern({41, 23}, {SampleType::u8, 3}, 3);
  for (const char* text : {"invert | brightness scale=1.3 delta=-20 | contrast amount=2",
                           "in a, b; c = blend a b alpha=0.3; d = brightness c scale=-1 delta=255; out d"}) {
    const Work work = image_work(Pipeline::parse(text), photo.format(), photo.size());
    EXPECT_EQ(session->plan(work).stages().size(), 1U) << text;
    const VerifyResult result = proved(text, "", photo);
    EXPECT_EQ(result.outcome, Outcome::correct) << text << ": " << result.detail;
  }
}

TEST_F(PipelineFusion, PutsPointOpsWithOtherImagesBehindFilters) {
  const std::pair<const char*, const char*> all[] = {
      {"in a; b = gaussian a ksize=5; subtract a b | contrast amount=2 pivot=0 | add a _",
       "fused..buffer.aligned.separated_window.literal.branch.v8.x1.y64.g128x1.words"},
      {"in a; b = mean a ksize=3; absdiff a b", "fused..buffer.window.single.literal.split.v4.x1.y2.g8x4"},
      {"in a; b = mean a ksize=5; c = invert a; min b c | max a _",
       "fused..buffer.direct.separated.literal.branch.v2.x1.y1.g8x4"},
  };
  const Image photo = pattern({67, 43}, {SampleType::u8, 3}, 2);
  for (const auto& [text, schedule] : all) {
    const VerifyResult result = proved(text, schedule, photo);
    EXPECT_EQ(result.outcome, Outcome::correct) << schedule << ": " << result.detail;
  }
}

// OpenCL C has no functions for vectors of 32 lanes: wide.cl has those that point ops call.
TEST_F(PipelineFusion, PutsEveryPointOpBehindWideVectors) {
  const Image photo = pattern({131, 9}, {SampleType::u8, 3}, 2);
  for (const char* op : {"absdiff a b", "add a b", "addweighted a b", "bitwise a b", "blend a b",
                         "brightness b scale=1.2", "clip b low=20", "contrast b", "divide a b", "invert b", "max a b",
                         "min a b", "multiply a b", "subtract a b", "threshold b"}) {
    const VerifyResult result = proved(std::string("in a; b = erode a ksize=3; ") + op,
                                       "fused..buffer.window.single.literal.branch.v32.x1.y1.g4x4", photo);
    EXPECT_THAT(result.outcome, testing::AnyOf(Outcome::correct, Outcome::excluded)) << op << ": " << result.detail;
  }
}

// Behind a filter and, by `loads`, before one: functions that look samples up, change their type, or leave alpha alone.
TEST_F(PipelineFusion, PutsTablesTypesAndAlphaIntoFilters) {
  constexpr PixelFormat bytes{SampleType::u8, 3}, alpha{SampleType::u8, 4, true};
  const std::tuple<const char*, const char*, PixelFormat> all[] = {
      {"erode ksize=3 | gamma gamma=0.7 | invert", "tables..buffer.window.single.literal.branch.v32.x1.y1.g4x4", bytes},
      {"erode ksize=3 | convert to=f32 | linear_to_srgb", "fused..buffer.window.single.literal.branch.v16.x1.y1.g4x4",
       bytes},
      {"in a; b = mean a ksize=3 alpha=keep; absdiff a b | gamma | convert to=u16 scale=20.5",
       "tables..buffer.window.single.literal.split.v4.x1.y1.g8x4", alpha},
      {"gamma gamma=0.7 | mean ksize=3", "loads..buffer.local.single.literal.branch.v4.x1.y1.g8x4", bytes}};
  for (const auto& [text, schedule, format] : all) {
    const VerifyResult result = proved(text, schedule, pattern({67, 43}, format, 2));
    const bool is_wide = std::string_view(schedule).find(".v32.") != std::string_view::npos;
    if (result.outcome == Outcome::excluded && is_wide && session->device().max_vector < 32) continue;
    EXPECT_EQ(result.outcome, Outcome::correct) << text << ": " << result.detail;
  }
}

// Of a picture with alpha, too, and of another type; look-ups were slower there than by themselves.
TEST(PipelineArrangements, PutPointOpsBehindFilters) {
  const auto first = [](const char* text) {
    return op::problem_of(image_work(Pipeline::parse(text), {SampleType::u8, 4, true}, {64, 48}))
        ->ways(device_of(DeviceKind::cpu))
        .front()
        .name;
  };
  for (const char* text :
       {"mean alpha=keep | invert", "mean alpha=keep | convert", "mean alpha=keep | convert to=f32 | gamma"})
    EXPECT_EQ(first(text), "fused") << text;
  for (const char* text :
       {"mean alpha=keep | gamma", "mean alpha=keep | grey", "mean alpha=keep | convert to=f16", "mean | invert"})
    EXPECT_EQ(first(text), "apart") << text;
}

TEST_F(PipelineFusion, LooksSamplesUpWithTheSameBits) {
  const Image photo = pattern({67, 43}, {SampleType::u8, 3}, 2);
  for (const char* schedule :
       {"points..stride.group64.items2.v16.plain.tabled", "points..chunk.group1.items1.v1.plain.tabled",
        "points..stride.group16.items1.v4.stream.tabled"}) {
    const VerifyResult result = proved("gamma gamma=0.7 | contrast | invert", schedule, photo);
    EXPECT_EQ(result.outcome, Outcome::correct) << schedule << ": " << result.detail;
  }
}

}  // namespace
}  // namespace lenslet
