// Claims as all devices judge them, side by side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/record.hpp"

namespace lenslet::report {

struct JudgedClaim {
  int number = 0;
  std::string study;
  std::string text;
  std::string why;                   // what decides whether it holds
  std::vector<const Claim*> judged;  // one for each record; null where the study was not run
};

// By number, then by study. The claims point into the records.
std::vector<JudgedClaim> judged_claims(const std::vector<Record>& records);

// "holds"; "not run" where there is no claim.
std::string_view verdict_of(const Claim* claim);

// Why points of a study have no times, each reason once with the number of points.
struct MissingPoints {
  std::string reason;
  std::size_t count = 0;
};

std::vector<MissingPoints> missing_points(const StudyReport& study);

}  // namespace lenslet::report
