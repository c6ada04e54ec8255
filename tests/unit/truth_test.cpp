// The verification must be able to fail: wrong pixels, pixels outside the image, NaN.
#include "stencil/truth.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "session/problem.hpp"
#include "session/state.hpp"
#include "tune/guarded_run.hpp"

namespace lenslet {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

Image ramp(SampleType type) {
  Image image({4, 3}, {type, 1});
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x) image.set(x, y, 0, 10 * y + x);
  return image;
}

TEST(Truth, AcceptsWhatTheReferenceSays) {
  const Image image = ramp(SampleType::u8);
  const auto problem = problem_of({"brightness", {{"delta", 5.0}}}, image.format(), {});
  Image right = image;
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x) right.set(x, y, 0, 10 * y + x + 5);
  EXPECT_EQ(first_difference(problem, {image}, {right}), std::nullopt);
}

TEST(Truth, FindsOneWrongSample) {
  const Image image = ramp(SampleType::u8);
  const auto problem = problem_of({"brightness"}, image.format(), {});
  Image wrong = image;
  wrong.set(2, 1, 0, 13);
  const auto difference = first_difference(problem, {image}, {wrong});
  ASSERT_TRUE(difference.has_value());
  EXPECT_THAT(*difference, testing::HasSubstr("x 2, y 1, channel 0 is 13, not 12"));
}

TEST(Truth, HoldsExactFloatsToTheBit) {
  Image image({4, 3}, {SampleType::f32, 1});
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 4; ++x) image.set(x, y, 0, 0.1);
  const auto problem = problem_of({"median"}, image.format(), {});
  Image result = image;
  EXPECT_EQ(first_difference(problem, {image}, {result}), std::nullopt);
  result.set(1, 1, 0, std::nextafter(0.1f, 1.0f));
  EXPECT_NE(first_difference(problem, {image}, {result}), std::nullopt);
}

TEST(Truth, KeepsAlphaAndRefusesNaN) {
  Image image({1, 1}, {SampleType::f32, 2, true});
  image.set(0, 0, 0, 0.5);
  image.set(0, 0, 1, 0.25);
  const auto problem = problem_of({"brightness", {{"scale", 2.0}}}, image.format(), {});
  Image result({1, 1}, image.format());
  result.set(0, 0, 0, 1.0);
  result.set(0, 0, 1, 0.25);
  EXPECT_EQ(first_difference(problem, {image}, {result}), std::nullopt);
  result.set(0, 0, 1, 0.5);
  EXPECT_NE(first_difference(problem, {image}, {result}), std::nullopt) << "alpha was filtered";
  result.set(0, 0, 1, 0.25);
  result.set(0, 0, 0, nan);
  EXPECT_NE(first_difference(problem, {image}, {result}), std::nullopt);
}

class Guards : public testing::TestWithParam<std::int64_t> {};

TEST_P(Guards, TellOfAWriteOutsideTheImage) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session{{.cache = false}};
  const ocl::Queue& queue = state_of(session).queue;
  const Image pixels = ramp(SampleType::u16);
  GuardedImage guarded(queue, pixels.size(), pixels.format());
  guarded.write(pixels);
  std::string mismatch;
  EXPECT_EQ(guarded.read(&mismatch).at(3, 2, 0), 23);
  EXPECT_EQ(mismatch, "");
  const std::byte stray{0};
  const std::int64_t sample = guarded.value().offset() + GetParam();
  queue.write(guarded.value().buffer(), static_cast<std::uint64_t>(sample) * 2, {&stray, 1});
  guarded.read(&mismatch);
  EXPECT_EQ(mismatch, "wrote outside the image, " + std::to_string(GetParam()) + " samples from its first");
}

INSTANTIATE_TEST_SUITE_P(BeforeBetweenAndBehind, Guards, testing::Values(-4096, -1, 4, 100));

}  // namespace
}  // namespace lenslet
