// Which numbers hold a stencil's sums, and which vectors may be longer than OpenCL C's.
#include <gtest/gtest.h>

#include "matrix.hpp"
#include "session/problem.hpp"
#include "stencil/problem.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

using stencil::Accumulator;

stencil::Problem problem(const Call& call, SampleType type) {
  return problem_of(call, {type, 1}, {});
}

TEST(Accumulator, IsIntegerOnlyWhereF32WouldRound) {
  const auto of = [](const char* mask, SampleType type) {
    return stencil::accumulator_of(problem({"filter2d", {{"mask", matrix(mask)}}}, type), Schedule{.vector = 8});
  };
  EXPECT_EQ(of("1 2 1", SampleType::u8), Accumulator::f32);
  EXPECT_EQ(of("1 2 1", SampleType::u16), Accumulator::f32);
  EXPECT_EQ(of("100 300 100", SampleType::u16), Accumulator::i32);
  EXPECT_EQ(of("100 300000 100", SampleType::u16), Accumulator::i64);
  EXPECT_EQ(of("100 300.5 100", SampleType::u16), Accumulator::f32);
  EXPECT_EQ(of("100 300 100", SampleType::f32), Accumulator::f32);
}

TEST(Accumulator, IsShortInLongVectorsWhereSumsFit) {
  const auto of = [](const char* mask, SampleType type) {
    return stencil::accumulator_of(problem({"filter2d", {{"mask", matrix(mask)}}}, type), Schedule{.vector = 16});
  };
  EXPECT_EQ(of("64 -64 0", SampleType::u8), Accumulator::i16);
  EXPECT_EQ(of("64 -65 0", SampleType::u8), Accumulator::f32);
  EXPECT_EQ(of("1 0.5 1", SampleType::u8), Accumulator::f32);
  EXPECT_EQ(of("1", SampleType::u16), Accumulator::f32);
}

TEST(Rules, KeepWideVectorsToSmallIntegers) {
  const auto wide = parse_schedule("buffer.window.single.literal.split.v32.x1.y1.g64x1");
  DeviceInfo device;
  device.max_group = 64;
  device.max_group_sides = {64, 64, 64};
  const auto rule = [&](const Call& call, SampleType type) {
    const auto exclusion = stencil::excluded(wide, problem(call, type), device);
    return exclusion ? exclusion->rule : "";
  };
  EXPECT_EQ(rule({"median"}, SampleType::u8), "vector-width");
  device.max_vector = 32;
  EXPECT_EQ(rule({"median"}, SampleType::u8), "");
  EXPECT_EQ(rule({"mean"}, SampleType::u8), "");
  EXPECT_EQ(rule({"median"}, SampleType::f32), "wide-samples");
  EXPECT_EQ(rule({"gaussian"}, SampleType::u8), "wide-samples");
}

}  // namespace
}  // namespace lenslet
