// Studies on a device that holds less than they need: points that do not fit are missing with a reason, the rest is
// measured, and every claim is there.
#include <algorithm>
#include <new>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>
#include <lenslet/study.hpp>

#include "limited.hpp"
#include "studies/experiment.hpp"
#include "studies/experiments/gradient_parts.hpp"
#include "studies/judgement.hpp"
#include "studies/study.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const StudyOptions small{.scale = 0.001, .runs = 3, .point_seconds = 0.05};

std::set<int> judged(const StudyReport& report) {
  std::set<int> numbers;
  for (const Claim& claim : report.claims) numbers.insert(claim.number);
  return numbers;
}

std::set<int> promised(const std::string& study) {
  const std::vector<int>& claims = find_study(study).claims;
  return {claims.begin(), claims.end()};
}

TEST(Lazies, AreMadeOnceForAllCopies) {
  int count = 0;
  const auto number = study::lazy([&count] { return ++count; });
  const auto copy = number;
  EXPECT_EQ(count, 0);
  EXPECT_EQ(number.get(), 1);
  EXPECT_EQ(copy.get(), 1);
  EXPECT_EQ(count, 1);
}

TEST(Lazies, FailForAllAlike) {
  int count = 0;
  const study::Lazy<int> none = study::lazy([&count]() -> int {
    ++count;
    throw Error(ErrorKind::device, "no memory");
  });
  EXPECT_THROW(none.get(), Error);
  EXPECT_THROW(none.get(), Error);
  EXPECT_EQ(count, 1);
}

TEST(Failures, AreTold) {
  EXPECT_EQ(study::failure_of([] {}), std::nullopt);
  EXPECT_EQ(study::failure_of([] { throw Error(ErrorKind::device, "lost"); }), "failed: lost");
  EXPECT_EQ(study::failure_of([] { throw Error(ErrorKind::invalid_argument, "bad"); }), "invalid: bad");
  EXPECT_EQ(study::failure_of([] { throw std::bad_alloc(); }), "not enough host memory");
  EXPECT_THROW(study::failure_of([] { throw std::logic_error("a mismatch of ours"); }), std::logic_error);
}

class Limits : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  }
};

TEST_F(Limits, OfMemoryLeaveTheSmallerSizes) {
  const Session session = limited([](DeviceInfo& device) { device.max_allocation = 100'000; });
  const StudyReport report = run_study(session, "vector-add", small);
  for (const StudyLine& line : report.charts[0].lines)
    for (const StudyPoint& point : line.points) {
      EXPECT_EQ(point.ms.empty(), point.x * sizeof(float) > 100'000) << line.name << " at " << point.x;
      if (!point.missing.empty()) {
        EXPECT_THAT(point.missing, HasSubstr("100000"));
      }
    }
  EXPECT_EQ(report.ended_early, "");
  EXPECT_EQ(judged(report), promised("vector-add"));
  for (const Claim& claim : report.claims) {
    EXPECT_EQ(claim.verdict, Verdict::untested);
    EXPECT_THAT(claim.figures.at(0).text, HasSubstr("not measured"));
  }
}

TEST_F(Limits, OfOneStorageLeaveTheOthers) {
  if (!Session({.cache = false}).device().images) GTEST_SKIP() << "no image objects";
  const Session session = limited([](DeviceInfo& device) { device.max_image_height = 4; });
  const StudyReport report = run_study(session, "storage", small);
  const StudyChart& chart = report.charts[0];
  for (const StudyLine& line : chart.lines)
    for (const StudyPoint& point : line.points) {
      const bool image = line.name.starts_with("image,") || line.name.starts_with("image_array,");
      EXPECT_EQ(point.ms.empty(), image) << line.name << ": " << point.missing;
      if (image) {
        EXPECT_THAT(point.missing, HasSubstr("over the limit of 4"));
      }
    }
  EXPECT_EQ(judged(report), promised("storage"));
}

// Their groups of 16 x 16 become such of 16 x 8, whose tiles are no squares. Schedules keep theirs.
TEST_F(Limits, OfGroupsLeaveThePrintedFilters) {
  if (!Session({.cache = false}).device().images) GTEST_SKIP() << "no image objects";
  const Session session = limited([](DeviceInfo& device) { device.max_group = 128; });
  StudyReport report;
  study::Experiment experiment(session, small, report);
  study::measure_printed(experiment);
  for (const StudyLine& line : report.charts.at(0).lines)
    for (const StudyPoint& point : line.points)
      EXPECT_EQ(point.ms.empty(), line.name.ends_with("composed")) << line.name << ": " << point.missing;
  EXPECT_THAT(report.sources.at(0), HasSubstr("#define EDGE_BY_SAMPLER 1\n#define GROUP_X 16\n#define GROUP_Y 8\n"));
}

// No candidate gets memory. Everything else in a study must withstand that.
class NoMemory : public testing::TestWithParam<std::string> {};

TEST_P(NoMemory, LeavesAReportWithAllClaims) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session = limited([](DeviceInfo& device) { device.max_allocation = 1; });
  const StudyReport report = run_study(session, GetParam(), small);
  EXPECT_EQ(report.ended_early, "");
  EXPECT_EQ(judged(report), promised(GetParam()));
  for (const StudyChart& chart : report.charts)
    for (const StudyLine& line : chart.lines)
      for (const StudyPoint& point : line.points)
        EXPECT_NE(point.ms.empty(), point.missing.empty()) << chart.title << ", " << line.name << " at " << point.x;
}

std::vector<std::string> names_of_studies() {
  std::vector<std::string> names;
  for (const StudyInfo& info : all_studies()) names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Registry, NoMemory, testing::ValuesIn(names_of_studies()), [](const auto& one) {
  std::string name = one.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

class EarlyEnd : public Limits {};

TEST_F(EarlyEnd, KeepsWhatWasDoneAndNamesTheRest) {
  const Session session({.cache = false});
  StudyReport report;
  study::Experiment experiment(session, small, report);
  const std::size_t chart = experiment.add_chart("chart", "x");
  const auto add = [&](double x, const study::Prepare& prepare) { experiment.add(chart, "line", x, prepare); };
  add(1, [] { return study::Ready{.run = [] { return 1.0; }, .how = "at once"}; });
  add(2, []() -> study::Ready { throw Error(ErrorKind::invalid_argument, "no such schedule"); });
  experiment.measure();
  add(3, [] { return study::Ready{.run = [] { return 1.0; }, .how = "never"}; });
  report.claims.push_back({7, "A claim.", Verdict::holds, {{"1"}}});
  experiment.end_early("lost");
  study::judge_rest(experiment, {{7, "one", "source", "A claim.", "", {}}, {8, "one", "source", "Another.", "", {}}},
                    "the study ended early: lost");

  const std::vector<StudyPoint>& points = report.charts[0].lines[0].points;
  EXPECT_EQ(points[0].ms.size(), 3u);
  EXPECT_EQ(points[1].missing, "invalid: no such schedule");
  EXPECT_THAT(points[2].missing, HasSubstr("ended"));
  EXPECT_THAT(report.notes, testing::ElementsAre("The study ended early: lost"));
  ASSERT_EQ(report.claims.size(), 2u);
  EXPECT_EQ(report.claims[0].verdict, Verdict::holds);
  EXPECT_EQ(report.claims[1].number, 8);
  EXPECT_EQ(report.claims[1].verdict, Verdict::untested);
  EXPECT_THAT(report.claims[1].figures.at(0).text, StartsWith("the study ended early: lost"));
}

TEST_F(EarlyEnd, OfAPartLeavesTheRest) {
  const Session session({.cache = false});
  StudyReport report;
  study::Experiment experiment(session, small, report);
  experiment.attempt([] { throw Error(ErrorKind::device, "lost"); });
  EXPECT_THAT(report.notes, testing::ElementsAre("A part is missing: failed: lost"));
}

TEST_F(EarlyEnd, AStudyWhoseComponentIsMissingMeasuresNothingAndSaysSo) {
  const Session session({.cache = false});
  StudyReport report;
  study::Experiment experiment(session, small, report);
  const std::string why = study::run({"one", nullptr, "lenslet::other (cmake -DLENSLET_OTHER=OFF)"}, experiment);
  EXPECT_EQ(why, "this lenslet was built without the component lenslet::other (cmake -DLENSLET_OTHER=OFF)");
  EXPECT_THAT(report.notes, testing::ElementsAre("Nothing was measured: " + why + "."));
  EXPECT_EQ(report.ended_early, "");
}

}  // namespace
}  // namespace lenslet
