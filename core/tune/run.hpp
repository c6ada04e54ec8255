// One tuning run: the budget, the trials, the best schedule so far, and the final race of the best ones.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/tune.hpp>

#include "op/space.hpp"
#include "tune/executor.hpp"

namespace lenslet::tune {

// What later runs know of this one.
struct Memory {
  std::function<bool(const std::string&)> quarantined = [](const std::string&) { return false; };
  std::function<void(const Trial&)> add = [](const Trial&) {};
  // Trials that were timed in turns.
  std::function<void(std::span<const Trial>)> decide = [](std::span<const Trial>) {};
};

// When to stop trying candidates, and when to stop everything.
struct Deadlines {
  std::chrono::steady_clock::time_point search;
  std::chrono::steady_clock::time_point end;
};

class Run {
 public:
  using Clock = std::chrono::steady_clock;

  Run(Executor& executor, const op::Space& space, Memory memory, const TuneOptions& options, Clock::time_point begin,
      Deadlines deadlines);

  // Tries a schedule and returns its milliseconds: infinite where it is not correct, absent where the budget is spent.
  std::optional<double> time(const op::AnySchedule& schedule);

  // Times the best schedules in turns, together with `initial` and the winner of an earlier run, and returns the
  // result. Where there is no such race, the winner only has the best look.
  TuneResult finish(const op::AnySchedule& initial, const std::optional<op::AnySchedule>& earlier = {});

 private:
  bool spent();
  void record(const op::AnySchedule& schedule, Trial trial);
  void report(bool finals) const;
  std::vector<std::size_t> finalists(std::span<const op::AnySchedule> wanted, double left_ms) const;
  void hold_finals(const std::vector<std::size_t>& places, double left_ms);
  double seconds() const;

  Executor& executor_;
  const op::Space& space_;
  Memory memory_;
  const TuneOptions& options_;
  Clock::time_point begin_;
  Deadlines deadlines_;
  TuneResult result_;
  std::vector<op::AnySchedule> schedules_;  // of result_.trials
  std::optional<std::size_t> best_;         // index in result_.trials
};

}  // namespace lenslet::tune
