// Puts the verdicts of all devices on a claim side by side.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

struct JudgedClaim {
  int number = 0;
  std::string study;
  std::string text;
  std::string why;                   // the condition for the claim to hold
  std::vector<const Claim*> judged;  // one for each record; null where the study was not run
};

// Lists claims by number, then by study. They point into the records.
std::vector<JudgedClaim> judged_claims(const std::vector<Record>& records);

// Returns "holds" and the like; "not run" without a claim.
std::string_view verdict_of(const Claim* claim);

// Lists the reasons why points of a study have no times, each once with its number of points.
struct MissingPoints {
  std::string reason;
  std::size_t count = 0;
};

std::vector<MissingPoints> missing_points(const StudyReport& study);

}  // namespace lenslet::report
