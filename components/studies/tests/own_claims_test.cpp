// A text of one's own claims, and what is made of ways that agree, differ or fail.
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>
#include <lenslet/own_claims.hpp>

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A way that returns the number in its command, and takes long where it is called slow.
OwnWay way(const std::string& command) {
  if (command.starts_with("broken")) throw Error(ErrorKind::unsupported, "no such thing here");
  const bool infinite = command.ends_with("infinite");
  const double result = infinite ? std::numeric_limits<double>::infinity() : command.back() - '0';
  const double ms = command.starts_with("slow") ? 2 : 1;
  return {.run = [ms] { return ms; },
          .how = command,
          .results = [result] { return std::vector{Array::of<double>({result})}; }};
}

StudyReport run_text(const std::string& lines) {
  const std::string all = "chart C | x | within 0.1\n" + lines + "claim 1\nsays A.\nwhy B.\nfaster | a | b\n";
  return OwnClaims(all).judge(Session({.cache = false}), "ours", {.runs = 8}, way);
}

TEST(OwnClaims, RefuseAWrongText) {
  EXPECT_THROW(OwnClaims(""), Error);
  EXPECT_THROW(OwnClaims("chart A\nline a | b\nclaim 1\nsays A.\nfaster | a | c\n"), Error);
}

TEST(OwnClaims, AreJudgedByTimes) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const StudyReport report = run_text("line a | fast 1\nline b | slow 1\n");
  EXPECT_EQ(report.name, "ours");
  EXPECT_EQ(report.claims.at(0).verdict, Verdict::holds);
  EXPECT_EQ(run_text("line a | slow 1\nline b | fast 1\n").claims.at(0).verdict, Verdict::does_not_hold);
}

TEST(OwnClaims, ComparesResultsWithTheFirst) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const StudyReport report = run_text("line a | fast 1\nline b | slow 2\n");
  EXPECT_THAT(report.charts.at(0).lines.at(1).points.at(0).missing, HasSubstr("wrong: element 0 is 2, not 1"));
  EXPECT_EQ(report.claims.at(0).verdict, Verdict::untested);
}

TEST(OwnClaims, KnowAPlaceByItsNumber) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const StudyReport wrong = run_text("line a @ 3 | fast 1\nline b @ 3.0 | slow 2\n");
  EXPECT_THAT(wrong.charts.at(0).lines.at(1).points.at(0).missing, HasSubstr("wrong: element 0 is 2, not 1"));
  EXPECT_THROW(run_text("line a @ 3 | fast 1\nline a @ 3e0 | fast 1\nline b @ 3 | slow 1\n"), Error);
  EXPECT_EQ(run_text("line a @ 3 | fast 1\nline b @ 3e0 | slow 1\n").claims.at(0).verdict, Verdict::holds);
}

TEST(OwnClaims, HaveNegativePlaces) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const StudyReport report = run_text(
      "line a @ -2 | slow 1\nline b @ -2 | fast 1\n"
      "line a @ -1 | fast 1\nline b @ -1 | slow 1\n");
  EXPECT_EQ(report.claims.at(0).verdict, Verdict::holds);
}

// Or the last places of two lines, which differ, would be compared.
TEST(OwnClaims, RefuseALineWithoutTheLastPlace) {
  const auto refusal = [](const std::string& places) -> std::string {
    try {
      OwnClaims("chart C\n" + places + "claim 1\nsays A.\nfaster | a | b\n");
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(refusal("line a @ 1 | c\nline a @ 20 | c\nline b @ 20 | c\nline b @ 3 | c\n"), "");
  EXPECT_THAT(refusal("line a @ 20 | c\nline b @ 3 | c\nline b @ 1 | c\n"),
              HasSubstr("claim 1: 'b' is not at the chart's last place, 20; allowed: a named place, 3, 1"));
  EXPECT_THAT(refusal("line a @ small | c\nline a @ big | c\nline b @ small | c\n"), HasSubstr("last place, big"));
}

TEST(OwnClaims, TakeNoInfinityForANumber) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const auto missing = [](const std::string& lines) {
    return run_text(lines).charts.at(0).lines.at(1).points.at(0).missing;
  };
  EXPECT_THAT(missing("line a | fast 1\nline b | slow infinite\n"), HasSubstr("wrong: element 0 is inf, not 1"));
  EXPECT_THAT(missing("line a | fast infinite\nline b | slow 1\n"), HasSubstr("wrong: element 0 is 1, not inf"));
  EXPECT_EQ(missing("line a | fast infinite\nline b | slow infinite\n"), "");
}

TEST(OwnClaims, SayWhatCouldNotRun) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const StudyReport report = run_text("line a | broken 1\nline b | slow 2\n");
  EXPECT_EQ(report.charts.at(0).lines.at(0).points.at(0).missing, "no such thing here");
  EXPECT_EQ(report.charts.at(0).lines.at(1).points.at(0).ms.size(), 8u);
  EXPECT_THAT(report.charts.at(0).categories, ElementsAre("all"));
}

}  // namespace
}  // namespace lenslet
