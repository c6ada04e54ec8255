// Every study of the registry at a small size runs, proves and judges. What it finds depends on the device. With an
// effort of 3 each point runs often enough for a verdict.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>
#include <lenslet/study.hpp>

#include "effort.hpp"

namespace lenslet {
namespace {

std::vector<std::string> study_names() {
  std::vector<std::string> names;
  for (const StudyInfo& info : all_studies()) names.push_back(info.name);
  return names;
}

StudyOptions size_of_a_test() {
  if (effort() >= 3) return {.scale = 0.02, .runs = 12};
  return {.scale = 0.001, .runs = 3, .point_seconds = 0.05};
}

class EveryStudy : public testing::TestWithParam<std::string> {};

TEST_P(EveryStudy, MeasuresProvesAndJudges) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const StudyReport report = run_study(session, GetParam(), size_of_a_test());
  EXPECT_EQ(report.ended_early, "");
  EXPECT_FALSE(report.charts.empty() && report.tables.empty());
  for (const StudyChart& chart : report.charts)
    for (const StudyLine& line : chart.lines)
      for (const StudyPoint& point : line.points) {
        EXPECT_NE(point.ms.empty(), point.missing.empty()) << chart.title << ", " << line.name << " at " << point.x;
        for (const char* fault : {"wrong", "invalid", "failed"})
          EXPECT_FALSE(point.missing.starts_with(fault)) << chart.title << ", " << line.name << ": " << point.missing;
        EXPECT_LT(point.source, static_cast<int>(report.sources.size()));
      }
  std::set<int> judged;
  for (const Claim& claim : report.claims) {
    judged.insert(claim.number);
    if (effort() < 3) continue;
    for (const ClaimFigure& figure : claim.figures)
      EXPECT_EQ(figure.text.find("too few runs"), std::string::npos) << figure.text;
  }
  const std::vector<int>& promised = find_study(GetParam()).claims;
  EXPECT_EQ(judged, std::set<int>(promised.begin(), promised.end()));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryStudy, testing::ValuesIn(study_names()), [](const auto& one) {
  std::string name = one.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Studies, AreNamedOnceAndFound) {
  const std::vector<std::string> names = study_names();
  EXPECT_TRUE(std::ranges::is_sorted(names));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_THROW(find_study("gradyent"), Error);
}

TEST(Studies, RefuseOptionsOutOfRange) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  EXPECT_THROW(run_study(session, "vector-add", {.scale = 0}), Error);
  EXPECT_THROW(run_study(session, "vector-add", {.scale = 1.5}), Error);
  EXPECT_THROW(run_study(session, "vector-add", {.runs = 2}), Error);
  EXPECT_THROW(run_study(session, "vector-add", {.point_seconds = 0}), Error);
  EXPECT_THROW(run_study(Session({.timing = false}), "vector-add"), Error);
}

TEST(Studies, StopWithWhatTheyHave) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const StudyReport report =
      run_study(Session({.cache = false}), "vector-add", {.scale = 0.001, .stop = [] { return true; }});
  EXPECT_EQ(report.claims.size(), find_study("vector-add").claims.size());
  for (const Claim& claim : report.claims) EXPECT_EQ(claim.verdict, Verdict::untested);
}

}  // namespace
}  // namespace lenslet
