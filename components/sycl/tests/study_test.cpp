// The study `sycl`: its SYCL kernels are loaded, right and timed beside OpenCL's, or each says why not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <lenslet/study.hpp>

namespace lenslet {
namespace {

StudyReport small_study(const char* module) {
  ::setenv("LENSLET_SYCL", module, 1);
  return run_study(Session({.cache = false}), "sycl", {.scale = 0.001, .runs = 6, .point_seconds = 0.05});
}

// Calls a function with each point of the lines in SYCL, and returns the number of points.
template <class Check>
std::size_t each_sycl_point(const StudyReport& report, Check check) {
  std::size_t count = 0;
  for (const StudyChart& chart : report.charts)
    for (const StudyLine& line : chart.lines)
      for (const StudyPoint& point : line.points)
        if (line.name.starts_with("SYCL")) {
          check(point);
          ++count;
        }
  return count;
}

constexpr std::size_t sycl_points = 3 * 3 + 1;

TEST(SyclStudy, TimesKernelsInBothLanguages) {
  const StudyReport report = small_study(LENSLET_SYCL_MODULE);
  EXPECT_EQ(each_sycl_point(report, [](const StudyPoint& point) { EXPECT_FALSE(point.ms.empty()) << point.missing; }),
            sycl_points);
  for (const Claim& claim : report.claims) EXPECT_NE(claim.verdict, Verdict::untested) << claim.number;
}

TEST(SyclStudy, SaysWhatIsMissing) {
  const StudyReport report = small_study("/nowhere/lenslet-sycl.so");
  const auto says_so = [](const StudyPoint& point) {
    EXPECT_THAT(point.missing, testing::HasSubstr("LENSLET_SYCL is '/nowhere/lenslet-sycl.so', which is no file"));
  };
  EXPECT_EQ(each_sycl_point(report, says_so), sycl_points);
  for (const Claim& claim : report.claims) EXPECT_EQ(claim.verdict, Verdict::untested);
}

TEST(OtherDrivers, LeaveTheStudyItsOpenClLines) {
  const StudyReport report = small_study(LENSLET_SYCL_MODULE);
  const auto says_so = [](const StudyPoint& point) {
    EXPECT_THAT(point.missing, testing::HasSubstr("takes no SPIR-V"));
  };
  EXPECT_EQ(each_sycl_point(report, says_so), sycl_points);
  EXPECT_FALSE(report.charts.at(0).lines.at(1).points.at(0).ms.empty());
}

}  // namespace
}  // namespace lenslet
