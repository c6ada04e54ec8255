// Sums of 16 bits with fractions: which masks they serve, how far off they are, and that only calls that allow a level
// have them.
#include "stencil/fixed_point.hpp"
#include "matrix.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "problem_support.hpp"
#include "refusal.hpp"
#include "stencil/masks.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr char of_strips[] = "buffer.window.separated_strip.literal.branch.v16.x1.y2.g2x8";

Call gaussian(double sigma, int ksize) {
  return {"gaussian", {{"sigma", sigma}, {"ksize", std::int64_t{ksize}}}};
}

Call mask(const std::string& text) {
  return {"filter2d", {{"mask", matrix(text)}}};
}

stencil::Problem within_level(const Call& call, PixelFormat format = {SampleType::u8, 1}) {
  return problem_of(call, format, {.accuracy = Accuracy::level});
}

std::string rule_of(const Call& call) {
  const auto exclusion = stencil::why_not_fixed(within_level(call).stencil);
  return exclusion ? exclusion->rule : "";
}

TEST(FixedPoint, IsFarLessThanALevelOffForGaussians) {
  for (const auto& [sigma, ksize, most] :
       {std::tuple{1.0, 7, 0.04}, {2.0, 13, 0.07}, {5.0, 31, 0.17}, {20.0, 121, 0.65}}) {
    const auto fixed = within_level(gaussian(sigma, ksize)).fixed_point;
    ASSERT_TRUE(fixed) << ksize;
    EXPECT_LT(fixed->error, most) << ksize;
    EXPECT_GT(fixed->error, ksize / 256.0)
        << "each of two directions loses up to a unit for each tap, in a range of that";
  }
}

TEST(FixedPoint, ServesWhatSumsOf16BitsHold) {
  EXPECT_EQ(rule_of(mask("0.05 0.1 0.05; 0.1 0.2 0.1; 0.05 0.1 0.05")), "");
  EXPECT_EQ(rule_of(mask("0.25 0 0.25; 0.25 0 0.25; 0 0 0")), "");
  EXPECT_EQ(rule_of(mask("0.1 0.2 0.1")), "fixed-rank") << "a row alone is one short sum";
  EXPECT_EQ(rule_of(mask("0.1 0.2 0.1; 0.2 0.3 0.2; 0.1 0.2 0.1")), "fixed-rank");
  EXPECT_EQ(rule_of(mask("0.1 0.2 -0.1; 0.2 0.4 -0.2; 0.1 0.2 -0.1")), "fixed-sign");
  EXPECT_EQ(rule_of(mask("0.2 0.3 0.2; 0.4 0.6 0.4; 0.2 0.3 0.2")), "fixed-range");
}

TEST(FixedPoint, RefusesMasksWhoseBoundIsOverALevel) {
  stencil::Stencil wide = within_level(gaussian(20, 127)).stencil;
  EXPECT_FALSE(stencil::why_not_fixed(wide));
  wide.masks.front().taps.front() += 0.005;  // the factors, which then stand for another mask, stay
  const auto exclusion = stencil::why_not_fixed(wide);
  ASSERT_TRUE(exclusion);
  EXPECT_EQ(exclusion->rule, "fixed-error");
  EXPECT_THAT(exclusion->reason, HasSubstr("levels off"));
  EXPECT_FALSE(stencil::fixed_point_of(wide));
}

// The derivation's losses, by the arithmetic of the kernels.
int fixed_result(const stencil::FixedPoint& fixed, const std::vector<int>& row, const std::vector<int>& column_share) {
  unsigned sum = 0;
  for (std::size_t j = 0; j < fixed.factors.column.size(); ++j) {
    unsigned along = 0;
    for (std::size_t i = 0; i < row.size(); ++i)
      along +=
          static_cast<unsigned>(row[i] * column_share[j]) * 256u * static_cast<unsigned>(fixed.factors.row[i]) >> 16;
    EXPECT_LE(along, 65535u);
    sum += along * static_cast<unsigned>(fixed.factors.column[j]) >> 16;
  }
  EXPECT_LE(sum + static_cast<unsigned>(fixed.addend), 65535u);
  return static_cast<int>((sum + static_cast<unsigned>(fixed.addend)) >> 8);
}

TEST(FixedPoint, KeepsFlatFieldsAndWhite) {
  for (const int ksize : {3, 31, 127}) {
    const auto fixed = within_level(gaussian(ksize / 6.0, ksize)).fixed_point;
    ASSERT_TRUE(fixed);
    const std::vector<int> ones(static_cast<std::size_t>(ksize), 1);
    for (const int level : {0, 1, 128, 255})
      EXPECT_EQ(fixed_result(*fixed, std::vector<int>(ones.size(), level), ones), level) << ksize;
  }
}

TEST(Accuracy, DecidesTheArithmeticOfEverySchedule) {
  const Call call = gaussian(1, 7);
  const auto sums_of = [&](Accuracy accuracy, const std::string& schedule) {
    return stencil::accumulator_of(problem_of(call, {SampleType::u8, 3}, {.accuracy = accuracy}),
                                   parse_schedule(schedule));
  };
  using enum stencil::Accumulator;
  for (const char* separated : {"separated_strip.literal.branch.v16", "separated_window.constant.split.v32",
                                "separated_window.general.branch.v16"}) {
    const std::string schedule = fmt::format("buffer.window.{}.x1.y2.g8x1", separated);
    EXPECT_EQ(sums_of(Accuracy::level, schedule), fixed16) << schedule;
    EXPECT_EQ(sums_of(Accuracy::exact, schedule), f32) << schedule;
  }
  for (const char* other :
       {"window.separated_window.literal.split.v8.x1.y2.g8x1", "window.single.literal.split.v16.x1.y2.g8x1",
        "window.separated.literal.split.v16.x1.y2.g8x1",
        "aligned.separated_window.literal.branch.v16.x1.y2.g8x1.words"})
    EXPECT_EQ(sums_of(Accuracy::level, fmt::format("buffer.{}", other)), f32) << other;
}

TEST(Accuracy, IsPartOfWhatATimeIsStoredUnder) {
  const auto key = [](Accuracy accuracy) {
    return op::problem_of(image_work(gaussian(1, 7), {SampleType::u8, 1}, {64, 64}, {.accuracy = accuracy}))
        ->speed_text();
  };
  EXPECT_NE(key(Accuracy::exact), key(Accuracy::level));
}

// Wider Gaussians than masks are exact only where the call says so.
TEST(Accuracy, ChoosesTheSumsOfWideGaussians) {
  const auto problem = [](SampleType type, std::optional<Accuracy> accuracy) {
    return op::problem_of(image_work({"gaussian", {{"sigma", 30.0}}}, {type, 1}, {64, 64}, {.accuracy = accuracy}));
  };
  const auto words = [&](SampleType type, std::optional<Accuracy> accuracy) {
    const op::ProblemPtr one = problem(type, accuracy);
    return one->accuracy(one->untuned(DeviceInfo{}).schedule);
  };
  EXPECT_THAT(words(SampleType::u16, {}), HasSubstr("within 0.00012 of the distance of the least and the greatest"));
  EXPECT_THAT(words(SampleType::u8, Accuracy::level), HasSubstr("on a coarse grid"));
  EXPECT_EQ(words(SampleType::f32, Accuracy::exact), "exact");
  EXPECT_NE(problem(SampleType::u8, {})->speed_text(), problem(SampleType::u8, Accuracy::exact)->speed_text());
  const auto refused = [&](SampleType type, Accuracy accuracy) {
    return refusal([&] { problem(type, accuracy); }, ErrorKind::invalid_argument);
  };
  EXPECT_EQ(refused(SampleType::u16, Accuracy::level),
            "gaussian: accuracy 'level' has no meaning: a grid may lie more than a level of u16 away; allowed: exact");
  EXPECT_THAT(refused(SampleType::f32, Accuracy::level), HasSubstr("results of f32 have no levels"));
  EXPECT_THAT(refused(SampleType::f16, Accuracy::half), HasSubstr("wider than masks is summed in f32"));
}

TEST(Accuracy, IsRefusedWhereALevelHasNoMeaning) {
  const auto refused = [](const Call& call, SampleType type, std::optional<SampleType> ddepth = {}) {
    const OpOptions options{.ddepth = ddepth, .accuracy = Accuracy::level};
    return refusal(
        [&] {
          op::problem_of(image_work(call, {type, 1}, {64, 64}, options));
        },
        ErrorKind::invalid_argument);
  };
  EXPECT_EQ(refused({"gaussian"}, SampleType::f32),
            "gaussian: accuracy 'level' has no meaning: results of f32 have no levels; allowed: exact");
  EXPECT_THAT(refused({"gaussian"}, SampleType::u8, SampleType::f16), HasSubstr("results of f16 have no levels"));
  EXPECT_THAT(refused({"gaussian"}, SampleType::u16), HasSubstr("no cheaper than exact ones"));
  EXPECT_THAT(refused({"median"}, SampleType::u8), HasSubstr("no sum of taps"));
  EXPECT_THAT(refused({"mean"}, SampleType::u8), HasSubstr("whole taps are exact"));
  EXPECT_THAT(refused({"blend"}, SampleType::u8), HasSubstr("no filter by a mask"));
  EXPECT_THAT(refusal([] { parse_accuracy("levels"); }, ErrorKind::invalid_argument),
              HasSubstr("unknown accuracy 'levels': did you mean 'level'? Allowed: exact, level"));
  Work sort = array_work({"sort"}, {{SampleType::f32, {8}}});
  sort.options.accuracy = Accuracy::level;
  EXPECT_THAT(refusal([&] { op::problem_of(sort); }, ErrorKind::invalid_argument), HasSubstr("sort: accuracy 'level'"));
}

class AccuracyOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
    if (session->device().kind != DeviceKind::cpu) GTEST_SKIP() << "strips are for CPUs";
  }

  Plan plan(const Call& call, PixelFormat format, Accuracy accuracy, const std::string& schedule = of_strips) const {
    return session->plan(call, format, {.border = Border::replicate, .accuracy = accuracy, .schedule = schedule});
  }

  std::optional<Session> session;
};

TEST_F(AccuracyOnDevice, GivesTheSameBitsInEveryOrder) {
  const Image image = pattern({61, 43}, {SampleType::u8, 3}, 5);
  const auto result = [&](const std::string& schedule) {
    const Plan made = plan(gaussian(0.9, 3), image.format(), Accuracy::level, schedule);
    EXPECT_NE(made.source().find("ARITH_TYPE FIXED16"), std::string::npos) << schedule;
    return session->download(made.run(session->upload(image)).image());
  };
  const Image strips = result(of_strips);
  for (const char* other :
       {"window.separated_window.literal.clamp.v16.x1.y1.g8x1", "local2.separated_local.literal.branch.v16.x1.y1.g4x4",
        "direct.separated_window.general.branch.v16.x1.y2.g4x1"})
    EXPECT_TRUE(equal(strips, result(fmt::format("buffer.{}", other)))) << other;
}

TEST_F(AccuracyOnDevice, IsALevelAtMostAndShown) {
  const Image image = pattern({61, 43}, {SampleType::u8, 3}, 5);
  const Plan exact = plan(gaussian(2, 13), image.format(), Accuracy::exact);
  const Plan level = plan(gaussian(2, 13), image.format(), Accuracy::level);
  EXPECT_EQ(exact.source().find("ARITH_TYPE FIXED16"), std::string::npos);
  EXPECT_NE(level.source().find("ARITH_TYPE FIXED16"), std::string::npos);
  EXPECT_EQ(exact.accuracy(), "exact");
  EXPECT_THAT(level.accuracy(), HasSubstr("within a level: sums of 16 bits, at most 0.0"));
  EXPECT_THAT(plan(mask("0.1 0.2 -0.1; 0.2 0.4 -0.2; 0.1 0.2 -0.1"), image.format(), Accuracy::level).accuracy(),
              HasSubstr("exact, though a level is allowed: fixed-sign"));
  const Image a = session->download(exact.run(session->upload(image)).image());
  const Image b = session->download(level.run(session->upload(image)).image());
  int different = 0;
  for (std::int64_t y = 0; y < 43; ++y)
    for (std::int64_t x = 0; x < 61; ++x)
      for (int c = 0; c < 3; ++c) {
        ASSERT_LE(std::abs(a.at(x, y, c) - b.at(x, y, c)), 1) << x << " " << y;
        different += a.at(x, y, c) != b.at(x, y, c);
      }
  EXPECT_LT(different, 61 * 43 * 3 / 10) << "most are the same";
}

}  // namespace
}  // namespace lenslet
