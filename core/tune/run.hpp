// One tuning run: the budget, what was tried, the best so far, and the last race of the best ones.
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

// What is kept from one run to the next.
struct Memory {
  std::function<bool(const std::string&)> quarantined = [](const std::string&) { return false; };
  std::function<void(const Trial&)> add = [](const Trial&) {};
  std::function<void(std::span<const Trial>)> decide = [](std::span<const Trial>) {};  // those timed in turns
};

// The time at which candidates end, and that at which all does.
struct Deadlines {
  std::chrono::steady_clock::time_point search;
  std::chrono::steady_clock::time_point end;
};

class Run {
 public:
  using Clock = std::chrono::steady_clock;

  Run(Executor& executor, const op::Space& space, Memory memory, const TuneOptions& options, Clock::time_point begin,
      Deadlines deadlines);

  // Tries a schedule and returns its milliseconds: infinite where it is not correct, nothing when the budget is spent.
  std::optional<double> time(const op::AnySchedule& schedule);

  // Times the best ones in turns, with `initial` and what won an earlier run, and fills in the result. Where that could
  // not be done the winner is but the best look.
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
  std::optional<std::size_t> best_;         // place in result_.trials
};

}  // namespace lenslet::tune
