// Trying schedules for one task on one device: built, proved right, timed. It trusts the driver; executor.hpp does not.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#include "ocl/program.hpp"
#include "stencil/problem.hpp"
#include "tune/stopwatch.hpp"
#include "tune/task.hpp"

namespace lenslet::tune {

// For tests: changes a schedule's program before it is built.
using Tamper = std::function<std::string(const Schedule&, const std::string& source)>;

struct TryoutOptions {
  Tamper tamper = {};

  // Whether a program that is another's, bit by bit, has its outcome. Absent: not on CPUs, whose drivers generate all
  // code at once when they are asked for a binary, which costs more than it could save.
  std::optional<bool> compare_code = {};
};

class Tryout {
 public:
  Tryout(const Session& session, const Task& task, TryoutOptions options = {});

  int images() const { return stopwatch_.images(); }

  // A result on small awkward images and, where the time could still win against `rival_ms`, on the task's size is
  // compared with the reference. On the large one only where it differs from the result of `proven`, a correct
  // schedule. What is far slower than the rival is not timed to the end.
  Trial attempt(const Schedule& schedule, double rival_ms, const std::optional<Schedule>& proven);

  // Correct schedules in turns, for so long.
  std::vector<Measured> compare(const std::vector<Schedule>& schedules, double limit_ms);

 private:
  struct Made {
    Plan plan;
    std::string code;  // equal where launches and binaries are equal; empty where the driver shows no binaries
  };
  Made make(const Schedule& schedule);
  void judge(Trial& trial, double rival_ms, const std::optional<Schedule>& proven);
  std::optional<std::string> small_fault(const Plan& plan) const;
  std::optional<std::string> large_fault(const Plan& plan, const std::optional<Schedule>& proven);

  Session session_;
  Tamper tamper_;
  bool compare_code_;
  stencil::Problem problem_;
  Stopwatch stopwatch_;
  std::vector<Image> proven_;          // a correct schedule's result
  std::map<std::string, Plan> plans_;  // of schedules that may be compared
  std::map<std::string, Trial> known_code_;
};

}  // namespace lenslet::tune
