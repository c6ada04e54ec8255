// Sums of f16: which masks they serve, that results lie within the bound, and that only calls that ask for them on
// devices that have them get them.
#include "stencil/half_sums.hpp"
#include "matrix.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "fake_window.hpp"
#include "problem_support.hpp"
#include "refusal.hpp"
#include "stencil/compose.hpp"
#include "stencil/defaults.hpp"
#include "stencil/space.hpp"

namespace lenslet {
namespace {

using stencil::Accumulator;
using testing::HasSubstr;

constexpr PixelFormat half_format{SampleType::f16, 1};

Call gaussian_of(double sigma, int ksize) {
  return {"gaussian", {{"sigma", sigma}, {"ksize", std::int64_t{ksize}}}};
}
Call filter_by(const std::string& text) {
  return {"filter2d", {{"mask", matrix(text)}}};
}

stencil::Problem in_half(const Call& call) {
  return problem_of(call, half_format, {.accuracy = Accuracy::half});
}

std::string half_rule_of(const Call& call) {
  const auto exclusion = stencil::why_not_half(in_half(call).stencil);
  return exclusion ? exclusion->rule : "";
}

DeviceInfo device_by_half(bool half_sums) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.name = "X";
  device.half_sums = half_sums;
  return device;
}

TEST(HalfSums, ServeMasksOfFewRoundingsWhoseTapsF16Holds) {
  EXPECT_EQ(half_rule_of(filter_by("0.1 0.2 0.1; 0.2 0.3 -0.2; 0.1 0.2 0.1")), "");
  EXPECT_EQ(half_rule_of(gaussian_of(5, 31)), "") << "along rows and columns there are 66 roundings";
  EXPECT_EQ(half_rule_of(gaussian_of(20, 127)), "half-taps");
  EXPECT_EQ(half_rule_of(filter_by("3e-5 1 1")), "") << "f16 holds it, if not every device";
  EXPECT_EQ(half_rule_of(filter_by("1e-8 1 1")), "half-range");
  EXPECT_EQ(half_rule_of(filter_by("1 70000 1")), "half-range");
  const auto wide = in_half(gaussian_of(5, 31)).half_sums;
  ASSERT_TRUE(wide);
  EXPECT_TRUE(wide->masks.empty()) << "961 roundings";
  EXPECT_FALSE(wide->factors.empty());
}

TEST(HalfSums, AreThoseOfSchedulesWithLongVectors) {
  const auto sums_of = [](Accuracy accuracy, const std::string& schedule) {
    return stencil::accumulator_of(problem_of(gaussian_of(1, 7), half_format, {.accuracy = accuracy}),
                                   parse_schedule("buffer." + schedule));
  };
  for (const char* schedule :
       {"window.separated_strip.literal.branch.v16.x1.y2.g8x1", "window.single.constant.split.v8.x1.y2.g8x1",
        "local2.separated_local.literal.branch.v8.x1.y1.g4x4", "window.single.general.branch.v16.x1.y2.g8x1"}) {
    EXPECT_EQ(sums_of(Accuracy::half, schedule), Accumulator::f16) << schedule;
    EXPECT_EQ(sums_of(Accuracy::exact, schedule), Accumulator::f32) << schedule;
  }
  for (const char* schedule :
       {"window.separated_strip.literal.branch.v4.x1.y2.g8x1", "window.separated.literal.split.v16.x1.y2.g8x1"})
    EXPECT_EQ(sums_of(Accuracy::half, schedule), Accumulator::f32) << schedule;
}

double in_f16(double value) {
  return store_value(value, SampleType::f16);
}

// By the kernels' arithmetic.
double sum_in_half(const stencil::Mask& taps, const stencil::Window& window) {
  double sum = 0;
  for (int y = 0; y < taps.height; ++y)
    for (int x = 0; x < taps.width; ++x)
      if (const double tap = taps.at(x, y); tap != 0)
        sum = in_f16(in_f16(tap * window.at(x - taps.width / 2, y - taps.height / 2)) + sum);
  return sum;
}

double sum_in_half(const stencil::Factors& factors, const stencil::Window& window) {
  const int width = static_cast<int>(factors.row.size()), height = static_cast<int>(factors.column.size());
  stencil::Mask down{1, height, factors.column};
  return sum_in_half(down, stencil::FakeWindow([&](int, int dy) {
                       const stencil::Mask along{width, 1, factors.row};
                       return sum_in_half(along, stencil::FakeWindow([&](int dx, int) { return window.at(dx, dy); }));
                     }));
}

TEST(HalfSums, LieInTheWidenedInterval) {
  std::mt19937 random(1);
  for (const double brightest : {1.0, 2e-5, 60000.0})
    for (const Call& call :
         {gaussian_of(1, 7), gaussian_of(1, 9), filter_by("1 -2 1; -2 4.1 -2; 1 -2 1"), Call{"mean"}}) {
      const stencil::Problem problem = in_half(call);
      double most = 0;
      for (int round = 0; round < 200; ++round) {
        std::vector<double> pixels(81);
        for (double& pixel : pixels)
          pixel = in_f16(std::uniform_real_distribution<double>(-brightest / 8, brightest)(random));
        const stencil::FakeWindow window(
            [&](int dx, int dy) { return pixels[static_cast<std::size_t>(9 * (dy + 4) + dx + 4)]; });
        const auto truth = problem.stencil.reference(window);
        const auto wide = stencil::widened(truth, *problem.half_sums, problem.stencil, window).at(0);
        std::vector<double> sums;
        for (const auto& taps : problem.half_sums->masks) sums.push_back(sum_in_half(taps, window));
        for (const auto& taps : problem.half_sums->factors) sums.push_back(sum_in_half(taps, window));
        for (const double sum : sums) {
          if (std::isinf(wide.low)) continue;  // over 65504 on the way
          EXPECT_GE(problem.stencil.scale * sum, wide.low);
          EXPECT_LE(problem.stencil.scale * sum, wide.high);
          most = std::max(most, std::abs(problem.stencil.scale * sum - truth[0].low) / (wide.high - wide.low));
        }
      }
      if (brightest == 1) {
        EXPECT_GT(most, 0.01) << "the interval is far too wide";
      }
    }
}

TEST(HalfSums, MayBeAnythingOverTheRangeAndKeepInfinities) {
  const stencil::Problem problem = in_half(Call{"mean", {{"ksize", std::int64_t{3}}}});
  const auto widened = [&](double centre, double others) {
    const stencil::FakeWindow window([&](int dx, int dy) { return dx == 0 && dy == 0 ? centre : others; });
    return stencil::widened(problem.stencil.reference(window), *problem.half_sums, problem.stencil, window).at(0);
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(widened(9000, 9000).low, -infinity);
  EXPECT_EQ(widened(9000, 9000).high, infinity);
  EXPECT_EQ(widened(infinity, 1).low, infinity);
  EXPECT_EQ(widened(infinity, 1).high, infinity);
}

TEST(HalfSums, AreRefusedWhereTheyHaveNoMeaning) {
  const auto refused = [](const Call& call, SampleType type, std::optional<SampleType> ddepth = {}) {
    const OpOptions options{.ddepth = ddepth, .accuracy = Accuracy::half};
    return refusal(
        [&] {
          op::problem_of(image_work(call, {type, 1}, {64, 64}, options));
        },
        ErrorKind::invalid_argument);
  };
  EXPECT_EQ(
      refused({"gaussian"}, SampleType::u8),
      "gaussian: accuracy 'half' has no meaning: sums in f16 are for images of f16, not of u8; allowed: exact, level");
  EXPECT_THAT(refused({"gaussian"}, SampleType::f16, SampleType::f32), HasSubstr("results of f16, not of f32"));
  EXPECT_THAT(refused({"median"}, SampleType::f16), HasSubstr("no sum of taps"));
  EXPECT_THAT(refused({"gradient"}, SampleType::f16), HasSubstr("no sum of taps"));
  EXPECT_THAT(refused({"blend"}, SampleType::f16), HasSubstr("no filter by a mask"));
}

TEST(HalfSums, ArePartOfWhatATimeIsStoredUnder) {
  const auto key = [](Accuracy accuracy) {
    return op::problem_of(image_work(gaussian_of(1, 7), half_format, {64, 64}, {.accuracy = accuracy}))->speed_text();
  };
  EXPECT_NE(key(Accuracy::exact), key(Accuracy::half));
}

TEST(HalfSums, NeedADeviceThatHasThem) {
  const stencil::Problem problem = in_half(gaussian_of(1, 7));
  for (const char* schedule :
       {"buffer.window.single.literal.branch.v8.x1.y2.g8x1", "buffer.window.single.literal.branch.v1.x1.y2.g8x1"}) {
    EXPECT_FALSE(stencil::excluded(parse_schedule(schedule), problem, device_by_half(true))) << schedule;
    const auto lacking = stencil::excluded(parse_schedule(schedule), problem, device_by_half(false));
    ASSERT_TRUE(lacking) << schedule;
    EXPECT_EQ(lacking->rule, "half-device");
  }
  EXPECT_EQ(refusal([&] { stencil::default_schedule(problem, device_by_half(false)); }, ErrorKind::unsupported),
            "accuracy 'half': X has no cl_khr_fp16 that rounds to the nearest; allowed: exact");
}

TEST(HalfSums, ComputeWithHalvesFromLoadToResult) {
  const auto source = [](const std::string& schedule) {
    return stencil::compose(in_half(gaussian_of(1, 7)), parse_schedule(schedule), {0}, {}).source;
  };
  EXPECT_THAT(source("buffer.window.single.literal.branch.v8.x1.y2.g8x1"), HasSubstr("ARITH_TYPE F16"));
  EXPECT_THAT(source("buffer.window.single.literal.branch.v4.x1.y2.g8x1"), HasSubstr("ARITH_TYPE F32"));
}

}  // namespace
}  // namespace lenslet
