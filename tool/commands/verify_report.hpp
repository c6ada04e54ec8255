// The output of verify about the ops that it proved.
#pragma once

#include <array>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "tool/records/json.hpp"
#include "tool/records/measured.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {

struct Tally {
  std::string op;
  std::array<std::size_t, outcomes.size()> counts{};
  std::set<std::string> schedules;  // that were tried and not excluded
  struct Failure {
    std::string what;
    Outcome outcome;
    std::string detail;
  };
  std::vector<Failure> failures;

  std::size_t cases() const { return std::accumulate(counts.begin(), counts.end(), std::size_t{0}); }
  std::size_t count(Outcome outcome) const { return counts[static_cast<std::size_t>(outcome)]; }
  bool passed() const { return failures.empty() && count(Outcome::correct) > 0; }

  void add(const std::string& what, const std::string& schedule, Outcome outcome, const std::string& detail) {
    ++counts[static_cast<std::size_t>(outcome)];
    if (!schedule.empty() && outcome != Outcome::excluded) schedules.insert(schedule);
    if (outcome != Outcome::correct && outcome != Outcome::excluded) failures.push_back({what, outcome, detail});
  }
};

struct OpCases {
  std::string op;
  std::vector<VerifyCase> cases;  // at least one
};

// Has a row for each op, printed when the op is done.
class TallyTable {
 public:
  explicit TallyTable(const std::vector<OpCases>& all);

  void print_heading(const DeviceInfo& device) const;
  void print_row(const Tally& tally) const;

 private:
  Table table_;
};

// Prints the first failure of each op, and what is not proved.
void print_findings(const std::vector<Tally>& tallies);

Json verify_json(const Session& session, int effort, const std::vector<Tally>& tallies, bool passed);

}  // namespace lenslet::cli
