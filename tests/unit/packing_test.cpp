// Which masks fit two lanes of 16 bits, what their sums are multiplied by, and what lanes of words are.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "matrix.hpp"
#include "session/problem.hpp"
#include "stencil/compose.hpp"
#include "stencil/packing.hpp"
#include "stencil/space.hpp"
#include "stencil/tile.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using testing::Not;

stencil::Problem problem_of_bytes(const Call& call, SampleType type = SampleType::u8) {
  return problem_of(call, {type, 3}, {});
}

stencil::Problem filter(const std::string& mask) {
  return problem_of_bytes({"filter2d", {{"mask", matrix(mask)}}});
}

std::map<std::string, std::string> macros(const stencil::Problem& problem) {
  const auto list = stencil::packed_macros(problem);
  return {list.begin(), list.end()};
}

TEST(PackedLanes, HoldSumsOf16Bits) {
  EXPECT_FALSE(stencil::why_not_packed(filter("257")));
  EXPECT_FALSE(stencil::why_not_packed(filter("128 -129 0")));
  EXPECT_EQ(stencil::why_not_packed(filter("129 -129 0")),
            "sums from -32895 to 32895 are over the 65535 that a lane holds");
  EXPECT_TRUE(stencil::why_not_packed(filter("0.5")));
  EXPECT_TRUE(stencil::why_not_packed(problem_of_bytes({"mean", {}}, SampleType::u16)));
}

TEST(PackedLanes, AddNoMoreThanFloatsHold) {
  EXPECT_FALSE(stencil::why_not_packed(problem_of_bytes({"brightness", {{"delta", 1e6}}})));
  EXPECT_TRUE(stencil::why_not_packed(problem_of_bytes({"brightness", {{"delta", -1e30}}})));
}

TEST(PackedLanes, OrderByPtxFromHopperOn) {
  DeviceInfo device;
  EXPECT_FALSE(stencil::has_paired_minima(device));
  device.architecture = "gfx90a";
  EXPECT_FALSE(stencil::has_paired_minima(device));
  device.architecture = "sm_86";
  EXPECT_FALSE(stencil::has_paired_minima(device));
  device.architecture = "sm_90";
  EXPECT_TRUE(stencil::has_paired_minima(device));
  device.architecture = "sm_100";
  EXPECT_TRUE(stencil::has_paired_minima(device));
}

TEST(PackedLanes, AreAddedByPtxFromPascalOn) {
  DeviceInfo device;
  EXPECT_FALSE(stencil::has_lane_sums(device));
  device.architecture = "sm_60";
  EXPECT_FALSE(stencil::has_lane_sums(device));
  device.architecture = "sm_61";
  EXPECT_TRUE(stencil::has_lane_sums(device));
}

TEST(PackedLanes, AreForOpsThatOrderIntegers) {
  EXPECT_FALSE(stencil::why_not_packed(problem_of_bytes({"median", {}}, SampleType::u16)));
  EXPECT_TRUE(stencil::why_not_packed(problem_of_bytes({"median", {}}, SampleType::f32)));
  EXPECT_TRUE(stencil::why_not_packed(problem_of_bytes({"smooth", {}})));
}

// 9 rows of 2 words and 1 on each side: of 64 work-items each makes four words, or one block has more than that.
TEST(PackedLanes, HaveGroupsAtEdgesWhoseWordsFit) {
  const stencil::Problem mask = problem_of_bytes({"laplacian", {}});
  const Schedule schedule = parse_schedule("buffer.aligned.single.literal.branch.v8.x1.y7.g64x1.packed");
  const stencil::EdgeTile tile = stencil::edge_tile_of(schedule, mask);
  EXPECT_EQ(tile.words, std::int64_t{9 * (2 + 2)});
  EXPECT_EQ(tile.blocks, 4 * 64 / tile.words);
  EXPECT_EQ(tile.bytes, static_cast<std::uint64_t>(4 * tile.words * tile.blocks));
  DeviceInfo device;
  device.max_group = 64;
  device.max_group_sides = {64, 64, 64};
  device.local_memory = tile.bytes;
  EXPECT_FALSE(stencil::excluded(schedule, mask, device));
  device.local_memory = tile.bytes - 1;
  const auto exclusion = stencil::excluded(schedule, mask, device);
  ASSERT_TRUE(exclusion);
  EXPECT_EQ(exclusion->rule, "local-memory");
}

TEST(PackedLanes, WantWholeWordsOfKnownMasks) {
  DeviceInfo device;
  device.max_group = 64;
  device.max_group_sides = {64, 64, 64};
  device.max_constant = 65536;
  device.local_memory = 32768;
  const auto rule = [&](const char* schedule) {
    const auto exclusion = stencil::excluded(parse_schedule(schedule), problem_of_bytes({"laplacian", {}}), device);
    return exclusion ? exclusion->rule : "";
  };
  EXPECT_EQ(rule("buffer.aligned.single.literal.branch.v16.x1.y2.g32x1.packed"), "");
  EXPECT_EQ(rule("buffer.aligned.single.literal.branch.v2.x1.y2.g32x1.packed"), "whole-words");
  EXPECT_EQ(rule("buffer.window.single.literal.branch.v4.x1.y2.g32x1.packed"), "whole-words");
  EXPECT_EQ(rule("buffer.aligned.single.constant.branch.v4.x1.y2.g32x1.packed"), "packed-lanes");
  EXPECT_EQ(rule("buffer.aligned.single.constant.branch.v4.x1.y2.g32x1.words"), "");
  EXPECT_EQ(rule("buffer.aligned.single.literal.branch.v2.x1.y2.g32x1.words"), "whole-words");
}

TEST(LanesOfWords, AreForSamplesOfPartsOfWords) {
  DeviceInfo device;
  device.max_group = 64;
  device.max_group_sides = {64, 64, 64};
  device.local_memory = 32768;
  const auto rule = [&](const Call& call, SampleType type) {
    const Schedule schedule = parse_schedule("buffer.aligned.single.literal.branch.v4.x1.y2.g32x1.words");
    const auto exclusion = stencil::excluded(schedule, problem_of_bytes(call, type), device);
    return exclusion ? exclusion->rule : "";
  };
  EXPECT_EQ(rule({"gaussian", {{"sigma", 1.0}}}, SampleType::u8), "");
  EXPECT_EQ(rule({"gaussian", {{"sigma", 1.0}}}, SampleType::u16), "");
  EXPECT_EQ(rule({"gaussian", {{"sigma", 1.0}}}, SampleType::f32), "lanes-of-words");
  EXPECT_EQ(rule({"median", {}}, SampleType::u8), "lanes-of-words");
}

std::string source(const Call& call, const std::string& schedule, stencil::Target target) {
  return stencil::compose(problem_of_bytes(call), parse_schedule(schedule), {0}, target).source;
}

TEST(LanesOfWords, AreTinyFloatsWhereTheDeviceHasThemAndTapsAllowIt) {
  const std::string schedule = "buffer.aligned.separated_window.literal.branch.v4.x1.y2.g32x1.words";
  const Call gaussian{"gaussian", {{"sigma", 1.0}}};
  const Call large{"filter2d", {{"mask", matrix("3.5 7 3.5; 3.5 7 3.5; 3.5 7 3.5")}}};
  EXPECT_THAT(source(gaussian, schedule, {.tiny_floats = true}), HasSubstr("#define TINY_SAMPLES 1\n"));
  EXPECT_THAT(source(gaussian, schedule, {}), Not(HasSubstr("#define TINY_SAMPLES 1\n")));
  EXPECT_THAT(source(large, schedule, {.tiny_floats = true}), Not(HasSubstr("#define TINY_SAMPLES 1\n")));
}

// n * 2^-149 times a tap times 2^126 is the product times 2^-23, and rounds as it does.
TEST(LanesOfWords, RoundAsPlainFloatsWhereTheyAreTiny) {
  std::mt19937 random(testing::UnitTest::GetInstance()->random_seed());
  std::uniform_real_distribution<float> taps(-2, 2);
  for (int round = 0; round < 1000; ++round) {
    float sum = 0, tiny_sum = 0;
    for (int k = 0; k < 31; ++k) {
      const auto sample = static_cast<std::uint32_t>(random() % 65536);
      const float tap = taps(random);
      sum = std::fma(static_cast<float>(sample), tap, sum);
      tiny_sum = std::fma(std::bit_cast<float>(sample), std::ldexp(tap, 126), tiny_sum);
    }
    ASSERT_EQ(std::ldexp(tiny_sum, 23), sum) << "round " << round;
  }
}

TEST(PackedLanes, DivideByWholeNumbersWhereThatIsExact) {
  for (const long side : {3L, 5L, 7L, 9L, 11L, 15L}) {
    const auto mean = problem_of_bytes({"mean", {{"ksize", side}}});
    EXPECT_TRUE(stencil::gives_bytes(mean)) << side;
    EXPECT_NE(macros(mean)["MULTIPLIER"], "0u") << side;
  }
  EXPECT_EQ(macros(problem_of_bytes({"mean", {}}))["MULTIPLIER"], "1864136u");  // 2^24 / 9, rounded up
}

TEST(PackedLanes, ClampWhatMayLeaveBytes) {
  EXPECT_EQ(macros(filter("1 -1 0"))["CLAMPED"], "1");
  EXPECT_EQ(macros(filter("0 1 0"))["CLAMPED"], "0");
  EXPECT_EQ(macros(filter("0 2 0"))["CLAMPED"], "1");
}

TEST(PackedLanes, MakeFloatsOfSumsThatAreCombined) {
  EXPECT_FALSE(stencil::gives_bytes(problem_of_bytes({"gradient", {}})));
  EXPECT_EQ(macros(problem_of_bytes({"gradient", {}}))["BIAS"], "1020");  // 4 * 255
}

// What a program of the schedule adds to sums, or the number of an op that combines them.
float offset_in_program(const stencil::Problem& problem, const Schedule& schedule) {
  std::vector<int> masks(static_cast<std::size_t>(problem.masks()));
  std::iota(masks.begin(), masks.end(), 0);
  const stencil::Composition composed = stencil::compose(problem, schedule, masks, {});
  if (schedule.coefficients == Coefficients::literal) {
    const std::string define = "#define DELTA ";
    return std::stof(composed.source.substr(composed.source.find(define) + define.size()));
  }
  float offset = 0;
  EXPECT_EQ(composed.delta.size(), sizeof offset) << to_string(schedule);
  std::memcpy(&offset, composed.delta.data(), std::min(composed.delta.size(), sizeof offset));
  return offset;
}

// The schedules of the problem that differ in what sums are made of.
std::vector<Schedule> schedules_of_sums(const stencil::Problem& problem) {
  DeviceInfo device;
  device.max_group = 64;
  device.max_group_sides = {64, 64, 64};
  device.max_constant = 65536;
  device.local_memory = 32768;
  std::vector<Schedule> schedules;
  for (const char* staging : {"window", "aligned", "local1"})
    for (const char* passes : {"single", "fused", "separated_window", "separated_local", "separated"})
      for (const char* coefficients : {"literal", "constant", "general"})
        for (const char* vector : {"v4", "v16"})
          for (const char* lanes : {"", ".packed", ".words"}) {
            const Schedule schedule = parse_schedule(
                fmt::format("buffer.{}.{}.{}.branch.{}.x1.y4.g32x1{}", staging, passes, coefficients, vector, lanes));
            if (!stencil::excluded(schedule, problem, device)) schedules.push_back(schedule);
          }
  return schedules;
}

struct Numbered {
  Call call;
  double number;
  bool packs = true;  // packed lanes hold the sums of bytes
};

TEST(Sums, MeetTheCallsOwnNumberWhateverTheyAreMadeOf) {
  const std::string whole = "1 2 -1", large = "100 300 100";
  for (const auto& [call, number, packs] : {Numbered{{"gradient", {{"threshold", 0.4}}}, 0.4},
                                            {{"gradient", {{"norm", std::string("l1")}, {"threshold", 300.5}}}, 300.5},
                                            {{"gradient", {{"threshold", 60.0}}}, 60},
                                            {{"filter2d", {{"mask", matrix(whole)}, {"delta", 0.25}}}, 0.25},
                                            {{"filter2d", {{"mask", matrix(large)}, {"delta", -0.75}}}, -0.75, false},
                                            {{"brightness", {{"delta", 200.5}}}, 200.5},
                                            {{"sobel", {{"delta", 0.5}}}, 0.5},
                                            {{"scharr", {{"delta", -0.5}}}, -0.5},
                                            {{"laplacian", {{"delta", 128.5}}}, 128.5}}) {
    bool packed = false;
    for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32}) {
      const stencil::Problem problem = problem_of_bytes(call, type);
      for (const Schedule& schedule : schedules_of_sums(problem)) {
        packed = packed || schedule.lanes == Lanes::packed;
        EXPECT_EQ(offset_in_program(problem, schedule), static_cast<float>(number))
            << call.op << " " << name_of(type) << " " << to_string(schedule);
      }
    }
    EXPECT_EQ(packed, packs) << call.op;
  }
}

// With thresholds between whole numbers, of magnitudes that are whole, and below the least that is not 0.
TEST(PackedLanes, ReachThresholdsOfFractionsInOutputsOfEveryType) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  const Call fine{"gradient", {{"operator", std::string("scharr")}, {"threshold", 0.4}}},
      coarse{"gradient", {{"norm", std::string("l1")}, {"threshold", 300.5}}};
  const std::tuple<Call, SampleType, const char*> cases[] = {
      {fine, SampleType::f32, "fused.literal.branch.v4.x2.y4.g13x3"},
      {coarse, SampleType::u8, "separated_window.literal.branch.v8.x1.y5.g32x1"},
      {coarse, SampleType::f16, "fused.literal.branch.v16.x1.y2.g32x1"},
      {fine, SampleType::u16, "separated_window.literal.branch.v4.x1.y37.g32x1"}};
  for (const auto& [call, output, shape] : cases) {
    const std::string schedule = fmt::format("buffer.aligned.{}.packed", shape);
    const Work work = image_work(call, {SampleType::u8, 3}, {64, 64},
                                 {.border = Border::wrap, .ddepth = output, .schedule = schedule});
    const VerifyResult verdict = verify(session, {.work = work, .sizes = {{1, 7}, {203, 61}}});
    EXPECT_EQ(verdict.outcome, Outcome::correct) << schedule << ": " << verdict.detail;
  }
}

TEST(Bytes, AreNotClampedWhereNoSumLeavesThem) {
  EXPECT_TRUE(stencil::gives_only_bytes(problem_of_bytes({"gaussian"})));
  EXPECT_TRUE(stencil::gives_only_bytes(problem_of_bytes({"mean", {{"ksize", std::int64_t{127}}}})));
  EXPECT_TRUE(stencil::gives_only_bytes(problem_of_bytes({"brightness", {{"scale", -1.0}, {"delta", 255.0}}})));
  EXPECT_FALSE(stencil::gives_only_bytes(problem_of_bytes({"brightness", {{"scale", 1.0}, {"delta", 1.0}}})));
  EXPECT_FALSE(stencil::gives_only_bytes(problem_of_bytes({"sharpen"})));
  EXPECT_FALSE(stencil::gives_only_bytes(problem_of_bytes({"gradient"})));
  EXPECT_FALSE(stencil::gives_only_bytes(problem_of_bytes({"gaussian"}, SampleType::f32))) << "which may be NaN";
}

TEST(ShortSums, AreScaledInShortsWhereEachGivesTheSameByte) {
  const auto of = [](const Call& call, SampleType type = SampleType::u8) {
    const auto list = stencil::short_macros(problem_of_bytes(call, type));
    return std::map<std::string, std::string>(list.begin(), list.end());
  };
  EXPECT_EQ(of({"mean"}).at("SHORT_MULTIPLIER"), "7282u") << "a 9th of 65536, rounded up";
  EXPECT_EQ(of({"mean"}).at("SHORT_ADDEND"), "4");
  EXPECT_EQ(of({"mean"}).at("SHORT_SHIFT"), "0");
  EXPECT_FALSE(of({"mean", {{"ksize", std::int64_t{9}}}}).empty());
  EXPECT_TRUE(of({"mean"}, SampleType::u16).empty()) << "sums of more than 16 bits";
  EXPECT_TRUE(of({"filter2d", {{"mask", matrix("1 0 -1")}}}).empty()) << "negative sums";
  EXPECT_EQ(of({"mean"}).at("SHORT_RAISE"), "0");
  EXPECT_EQ(of({"mean"}).at("SHORT_CLAMPED"), "0");
}

// Does what taps.cl does, for all samples that there are.
TEST(ShortSums, ScaleAndShiftSamplesAsFloatsWould) {
  for (const auto& [scale, delta] : {std::pair{1.2, 10.0}, {2.0, 0.0}, {0.8, 10.0}, {3.0, -100.0}, {0.4, -20.25}}) {
    const auto list = stencil::short_macros(problem_of_bytes({"brightness", {{"scale", scale}, {"delta", delta}}}));
    std::map<std::string, std::string> macros(list.begin(), list.end());
    ASSERT_FALSE(macros.empty()) << scale << " " << delta;
    const auto number = [&](const char* name) { return std::stoi(macros.at(name)); };
    for (int sample = 0; sample < 256; ++sample) {
      const int raised = std::max((sample << number("SHORT_RAISE")) + number("SHORT_ADDEND"), 0);
      ASSERT_LE(raised, 65535);
      const int high = static_cast<int>(std::int64_t{raised} * number("SHORT_MULTIPLIER") >> 16);
      const int byte = high >> number("SHORT_SHIFT");
      ASSERT_TRUE(byte <= 255 || number("SHORT_CLAMPED") == 1) << sample << " " << scale;
      const float line = std::fma(static_cast<float>(sample), static_cast<float>(scale), static_cast<float>(delta));
      ASSERT_EQ(std::min(byte, 255), std::rint(std::clamp(line, 0.0F, 255.0F))) << sample << " " << scale;
    }
  }
}

TEST(ShortSums, LeaveHalvesThatRoundToEvenToFloats) {
  EXPECT_TRUE(stencil::short_macros(problem_of_bytes({"brightness", {{"scale", 1.5}}})).empty());
}

}  // namespace
}  // namespace lenslet
