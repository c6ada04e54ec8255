// Who tries candidates: this process, or a worker that a bad driver may end.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>
#include <lenslet/work.hpp>

#include "op/any_schedule.hpp"

namespace lenslet::tune {

class Executor {
 public:
  virtual ~Executor() = default;

  virtual int copies() = 0;  // of the inputs, which take turns

  // Tries a schedule as Tryout::attempt() does. Absent where it was stopped, or where `until` came before the
  // candidate's own time-out.
  virtual std::optional<Trial> attempt(const op::AnySchedule& schedule, double rival_ms,
                                       const std::optional<op::AnySchedule>& proven,
                                       std::chrono::steady_clock::time_point until) = 0;

  // Times schedules as Tryout::compare() does. Empty where that failed or was stopped.
  virtual std::vector<Measured> compare(const std::vector<op::AnySchedule>& schedules, double limit_ms) = 0;
};

struct ExecutorOptions {
  // A candidate that takes longer, without its compiler, counts as hanging.
  std::chrono::milliseconds candidate_timeout{10'000};
  std::function<bool()> stop = {};  // asked many times a second
};

std::unique_ptr<Executor> make_local_executor(const Session& session, const Work& work);
// Compilation may take SessionOptions::build_timeout.
std::unique_ptr<Executor> make_worker_executor(const Session& session, const Work& work, ExecutorOptions options);

}  // namespace lenslet::tune
