// The two passes of a separated mask: what lies between them, and what stands outside the image.
#include "stencil/parts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "session/problem.hpp"

namespace lenslet::stencil {
namespace {

using testing::ElementsAre;

Problem problem(const Call& call, SampleType type, const OpOptions& options = {}) {
  return problem_of(call, {type, 1}, options);
}

Schedule separated() {
  return parse_schedule("buffer.window.separated.literal.branch.v1.x1.y1.g8x8");
}

TEST(Parts, KeepWholeSumsInSixteenBitsWhereTheyFit) {
  EXPECT_EQ(intermediate_type(problem({"mean", {{"ksize", 9L}}}, SampleType::u8)), SampleType::u16);
  EXPECT_EQ(intermediate_type(problem({"mean", {{"ksize", 127L}}}, SampleType::u8)), SampleType::u16);
  EXPECT_EQ(intermediate_type(problem({"mean"}, SampleType::u16)), SampleType::f32) << "3 * 65535 does not fit";
  EXPECT_EQ(intermediate_type(problem({"mean"}, SampleType::f16)), SampleType::f32);
  EXPECT_EQ(intermediate_type(problem({"sobel"}, SampleType::u8)), SampleType::f32) << "negative sums";
  EXPECT_EQ(intermediate_type(problem({"gaussian"}, SampleType::u8)), SampleType::f32) << "no whole taps";
}

TEST(Parts, SumAllRowsInOneLaunchAndEachColumnInItsOwn) {
  const auto parts = parts_of(problem({"sobel", {{"both", true}}}, SampleType::u8), separated(), {});
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].schedule.passes, Passes::fused);
  EXPECT_EQ(parts[0].input, Part::plans_input);
  EXPECT_THAT(parts[0].outputs, ElementsAre(2, 3));
  EXPECT_THAT(parts[0].problem.stencil.masks[1].taps, ElementsAre(1, 2, 1));
  EXPECT_EQ(parts[0].problem.stencil.radius_y, 0);
  EXPECT_EQ(parts[2].input, 3);
  EXPECT_THAT(parts[2].outputs, ElementsAre(1));
  EXPECT_THAT(parts[2].problem.stencil.masks[0].taps, ElementsAre(-1, 0, 1));
  EXPECT_EQ(parts[2].problem.stencil.radius_x, 0);
}

TEST(Parts, PutScaleAndDeltaIntoTheLastPass) {
  const Call call{"sobel", {{"scale", 0.5}, {"delta", 7.0}}};
  const auto parts = parts_of(problem(call, SampleType::u8), separated(), {});
  EXPECT_EQ(parts[0].problem.stencil.scale, 1);
  EXPECT_EQ(parts[0].problem.stencil.delta, 0);
  EXPECT_EQ(parts[1].problem.stencil.scale, 0.5);
  EXPECT_EQ(parts[1].problem.stencil.delta, 7);
}

// Below and above the image each pixel of a row is the border's value.
TEST(Parts, SumTheConstantBorderAlongARow) {
  OpOptions options;
  options.border = Border::constant;
  options.border_value = {10, 20, 300, 0};
  const auto parts = parts_of(problem({"mean", {{"ksize", 5L}}}, SampleType::u8, options), separated(), {});
  EXPECT_THAT(parts[0].problem.border_value, ElementsAre(10, 20, 300, 0));
  EXPECT_THAT(parts[1].problem.border_value, ElementsAre(50, 100, 5 * 255, 0));
}

}  // namespace
}  // namespace lenslet::stencil
