// Makes a problem's schedules ready, proves them and launches them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <lenslet/session.hpp>

#include "op/problem.hpp"
#include "tune/stopwatch.hpp"

#pragma GCC visibility push(default)
namespace lenslet::tune {

// For tests: changes a schedule's programs before they are built.
using Tamper = std::function<std::string(const std::string& schedule, const std::string& source)>;

struct TryoutOptions {
  Tamper tamper = {};

  // Whether a program with exactly the same code as another one gets its outcome. Absent: yes, except on CPUs. Their
  // drivers generate the code for all groups at once to return a binary, which costs more than it could save.
  std::optional<bool> compare_code = {};

  int copies = 0;  // of the inputs, which take turns; 0: as rotating_copies() says
};

// A schedule that is built.
struct Candidate {
  Plan plan;
  std::string code;  // equal where launches and binaries are equal; empty where that was not looked at
};

class TuningTarget {
 public:
  TuningTarget(const Session& session, const op::ProblemPtr& problem, const TryoutOptions& options = {});

  // Uses existing inputs, which must be right for the problem.
  TuningTarget(const Session& session, op::ProblemPtr problem, std::shared_ptr<const Stopwatch> stopwatch,
               const TryoutOptions& options = {});

  int copies() const { return stopwatch_->copies(); }  // of the inputs, which take turns

  // Throws invalid_argument for a text that is no schedule.
  op::AnySchedule parse_schedule(const std::string& spelling) const {
    return problem_->parse_schedule(spelling, session_.device());
  }

  // Says why the schedule cannot serve the problem; nothing where it can.
  std::optional<Exclusion> excluded(const op::AnySchedule& schedule) const;

  Candidate make(const op::AnySchedule& schedule) const;

  // Launches on the problem's typical inputs, which take turns.
  Launch launch(const Plan& plan, std::size_t turn) const { return stopwatch_->launch(plan, turn); }

  // Returns what is wrong with a schedule on small awkward inputs; absent where all is right.
  std::optional<std::string> small_mismatch(const op::AnySchedule& schedule) const;

  // Returns what is wrong on the problem's own inputs; absent where all is right. Differences from `proven`, a correct
  // schedule, show where to look.
  std::optional<std::string> large_mismatch(const Plan& plan, const std::optional<op::AnySchedule>& proven);

 private:
  ocl::BuildResult build(const op::AnySchedule& schedule, const std::string& source, const std::string& options) const;
  Plan plan_of(const op::ProblemPtr& problem, const op::AnySchedule& schedule) const;
  std::optional<std::string> mismatch_in(const op::Sample& sample, const op::AnySchedule& schedule) const;

  Session session_;
  op::ProblemPtr problem_;
  TryoutOptions options_;
  std::shared_ptr<const Stopwatch> stopwatch_;
  std::vector<HostValue> proven_;  // result of a correct schedule
};

}  // namespace lenslet::tune
#pragma GCC visibility pop
