// A device that was lost leaves points without times, like one that lacks a feature: only a study without any time
// tells the two apart.
#include "cli/commands/study_trouble.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/claims.hpp"

namespace lenslet::cli {
namespace {

// Charts of another unit are computed.
bool has_times(const StudyReport& study) {
  for (const StudyChart& chart : study.charts)
    for (const StudyLine& line : chart.lines)
      if (chart.y_axis == StudyChart{}.y_axis &&
          std::ranges::any_of(line.points, [](const StudyPoint& point) { return !point.ms.empty(); }))
        return true;
  return false;
}

}  // namespace

std::string trouble_of(const StudyReport& study) {
  if (!study.ended_early.empty()) return "ended early: " + study.ended_early;
  const std::vector<report::MissingPoints> missing = report::missing_points(study);
  if (!missing.empty() && !has_times(study)) return "nothing could be measured: " + missing.front().reason;
  const auto wrong = std::ranges::find_if(missing, [](const report::MissingPoints& points) {
    return points.reason.starts_with("wrong: ") || points.reason.starts_with("invalid: ");
  });
  return wrong == missing.end() ? std::string() : "a result is " + wrong->reason;
}

bool went_wrong(const report::Record& record) {
  return record.stopped || !record.failures.empty() ||
         std::ranges::any_of(record.studies, [](const StudyReport& study) { return !trouble_of(study).empty(); });
}

}  // namespace lenslet::cli
