// What is tried: how a problem's schedules are made ready, proved, and launched.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <lenslet/session.hpp>

#include "op/problem.hpp"
#include "tune/stopwatch.hpp"

namespace lenslet::tune {

// For tests: changes a schedule's programs before they are built.
using Tamper = std::function<std::string(const std::string& schedule, const std::string& source)>;

struct TryoutOptions {
  Tamper tamper = {};

  // Tells whether a program that is another's, bit by bit, has its outcome. Without a value that holds but on CPUs,
  // whose drivers generate all code at once when they are asked for a binary, which costs more than it could save.
  std::optional<bool> compare_code = {};

  int copies = 0;  // of the inputs that take turns; 0: rotating_copies()
};

// A schedule that is built.
struct Candidate {
  Plan plan;
  std::string code;  // equal where launches and binaries are equal; empty where nobody looked
};

class TuningTarget {
 public:
  TuningTarget(const Session& session, const op::ProblemPtr& problem, const TryoutOptions& options = {});

  // Takes inputs that are there already and serve the problem.
  TuningTarget(const Session& session, op::ProblemPtr problem, std::shared_ptr<const Stopwatch> stopwatch,
               const TryoutOptions& options = {});

  int copies() const { return stopwatch_->copies(); }  // of the inputs that take turns

  // Throws invalid_argument for what is no schedule.
  op::AnySchedule parse_schedule(const std::string& spelling) const {
    return problem_->parse_schedule(spelling, session_.device());
  }

  // Says why the schedule cannot serve the problem; nothing where it can.
  std::optional<Exclusion> excluded(const op::AnySchedule& schedule) const;

  Candidate make(const op::AnySchedule& schedule) const;

  // Launches on the problem's typical inputs, which take turns.
  Launch launch(const Plan& plan, std::size_t turn) const { return stopwatch_->launch(plan, turn); }

  // Says what is wrong with a schedule on small awkward inputs; nothing where all is right.
  std::optional<std::string> small_mismatch(const op::AnySchedule& schedule) const;

  // Says what is wrong on the problem's own inputs, where `proven`, a correct schedule, may say where to look.
  std::optional<std::string> large_mismatch(const Plan& plan, const std::optional<op::AnySchedule>& proven);

 private:
  ocl::BuildResult build(const op::AnySchedule& schedule, const std::string& source, const std::string& options) const;
  Plan plan_of(const op::ProblemPtr& problem, const op::AnySchedule& schedule) const;
  std::optional<std::string> mismatch_in(const op::Sample& sample, const op::AnySchedule& schedule) const;

  Session session_;
  op::ProblemPtr problem_;
  TryoutOptions options_;
  std::shared_ptr<const Stopwatch> stopwatch_;
  std::vector<HostValue> proven_;  // a correct schedule's result
};

}  // namespace lenslet::tune
