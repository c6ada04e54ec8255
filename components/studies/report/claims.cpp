// Two devices' claims are the same if study and number are equal. If a study judges one number several times, their
// order counts.
#include "studies/report/claims.hpp"

#include <algorithm>
#include <string_view>

namespace lenslet::report {
namespace {

// Returns the claim's place among the claims of its number in its study.
std::size_t occurrence(const StudyReport& study, const Claim& claim) {
  const auto same = [&](const Claim& other) { return other.number == claim.number && &other < &claim; };
  return static_cast<std::size_t>(std::ranges::count_if(study.claims, same));
}

struct Key {
  int number;
  std::string_view study;
  std::size_t occurrence;
  auto operator<=>(const Key&) const = default;
};

}  // namespace

std::vector<JudgedClaim> judged_claims(const std::vector<Record>& records) {
  std::vector<Key> keys;
  std::vector<JudgedClaim> claims;
  for (std::size_t i = 0; i < records.size(); ++i)
    for (const StudyReport& study : records[i].studies)
      for (const Claim& claim : study.claims) {
        const Key key{claim.number, study.name, occurrence(study, claim)};
        const auto place = std::ranges::lower_bound(keys, key);
        const auto at = claims.begin() + (place - keys.begin());
        const bool known = place != keys.end() && *place == key;
        JudgedClaim& judged = known ? *at : *claims.insert(at, {claim.number, study.name, claim.text, claim.why, {}});
        if (!known) keys.insert(place, key);
        if (claim.verdict != Verdict::untested) judged.text = claim.text;  // a study that ended early has no text
        judged.judged.resize(records.size());
        judged.judged[i] = &claim;
      }
  return claims;
}

std::string_view verdict_of(const Claim* claim) {
  return claim == nullptr ? "not run" : name_of(claim->verdict);
}

std::vector<MissingPoints> missing_points(const StudyReport& study) {
  std::vector<MissingPoints> missing;
  for (const StudyChart& chart : study.charts)
    for (const StudyLine& line : chart.lines)
      for (const StudyPoint& point : line.points) {
        if (point.missing.empty()) continue;
        auto found = std::ranges::find(missing, point.missing, &MissingPoints::reason);
        if (found == missing.end()) found = missing.insert(found, {point.missing, 0});
        ++found->count;
      }
  return missing;
}

}  // namespace lenslet::report
