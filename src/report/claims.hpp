// Claims as all devices judge them, side by side.
#pragma once

#include <string>
#include <vector>

#include "report/record.hpp"

namespace lenslet::report {

struct JudgedClaim {
  int number = 0;
  std::string study;
  std::string text;
  std::vector<const Claim*> judged;  // one for each record; null where the study was not run
};

// By number, then by study. The claims point into the records.
std::vector<JudgedClaim> judged_claims(const std::vector<Record>& records);

// "one per item takes 1.2 times as long...; ..." in its parts.
std::vector<std::string> split_figures(const std::string& figures);

// Why points of a study have no times, each reason once with the number of points.
struct MissingPoints {
  std::string reason;
  std::size_t count = 0;
};

std::vector<MissingPoints> missing_points(const StudyReport& study);

}  // namespace lenslet::report
