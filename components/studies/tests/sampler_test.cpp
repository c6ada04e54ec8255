// The study of samplers proves itself: OpenCL 1.2 specifies every cell of its tables.
#include <algorithm>

#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/study.hpp>

namespace lenslet {
namespace {

const StudyTable* find(const StudyReport& report, const std::string& title) {
  const auto found = std::ranges::find(report.tables, title, &StudyTable::title);
  return found == report.tables.end() ? nullptr : &*found;
}

TEST(SamplerStudy, GivesWhatOpenClSpecifies) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  if (!session.device().images) GTEST_SKIP() << "no image objects";
  const StudyReport report = run_study(session, "sampler", {.scale = 0.001, .runs = 3});
  for (const StudyTable& table : report.tables)
    for (const auto& row : table.rows) {
      if (row.front() == "HALF_FLOAT") continue;  // PoCL 3.1 reads other values there, and the table says so
      for (const std::string& cell : row)
        EXPECT_EQ(cell.find("wrong"), std::string::npos) << table.title << ": " << cell;
    }
  for (const char* title : {"Linear filter, at edges", "Linear filter, at edges, in pixels",
                            "Nearest texel, at centres", "Nearest texel, at centres, in pixels"})
    EXPECT_NE(find(report, title), nullptr) << title;
  const StudyTable* conversions = find(report, "What a read makes of a texel");
  ASSERT_NE(conversions, nullptr);
  const auto read = [&](const std::string& texels, const std::string& stored) {
    for (const auto& row : conversions->rows)
      if (row[0] == texels && row[1] == stored) return row.back();
    return std::string("no row");
  };
  EXPECT_EQ(read("UNORM_INT8", "51"), "0.2");
  EXPECT_EQ(read("UNSIGNED_INT8", "51"), "51");
  EXPECT_EQ(read("FLOAT", "-2"), "-2");
}

// Every OpenCL device that is a CPU rounds like the source's: PoCL, rusticl and Intel's runtime.
TEST(SamplerStudy, GivesTheSamplesOfTheSourcesCpu) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  if (!session.device().images) GTEST_SKIP() << "no image objects";
  const StudyReport report = run_study(session, "sampler", {.scale = 0.001, .runs = 3});
  const StudyTable* equal = find(report, "Samples that equal those of the source's devices");
  ASSERT_NE(equal, nullptr);
  if (session.device().kind == DeviceKind::cpu) {
    EXPECT_EQ(equal->rows.back(), (std::vector<std::string>{"all", "73 of 84", "84 of 84"}));
    EXPECT_EQ(report.claims.at(0).verdict, Verdict::holds);
  }
  ASSERT_EQ(report.charts.size(), 1u);
  for (const StudyLine& line : report.charts[0].lines) EXPECT_EQ(line.points.size(), 21u) << line.name;
}

}  // namespace
}  // namespace lenslet
