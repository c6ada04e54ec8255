// One candidate's way: rules, build, small inputs, time, the task's own inputs.
#include "tune/tryout.hpp"

#include "tune/outcome.hpp"
#include "tune/race.hpp"

namespace lenslet::tune {
namespace {

constexpr double could_win = 1.25;  // times the rival's time, by the noise of a short measurement

// Short: what is good is timed again beside its rivals.
LapOptions first_look(double rival_ms) {
  return {.samples = 9, .warm_up_launches = 2, .warm_up_ms = 10, .limit_ms = 150, .rival_ms = rival_ms};
}

Runner runner_of(Candidate& candidate) {
  return [&candidate](std::size_t turn) { return candidate.launch(turn); };
}

}  // namespace

Tryout::Tryout(const Session& session, const Task& task, const TryoutOptions& options)
    : subject_(make_subject(session, task, options)) {}

void Tryout::judge(Trial& trial, double rival_ms, const std::optional<std::string>& proven) {
  trial.detail = subject_->excluded(trial.schedule);
  if (!trial.detail.empty()) return;
  const auto made = subject_->make(trial.schedule);
  const std::string code = made->code();
  if (const auto known = known_code_.find(code); !code.empty() && known != known_code_.end()) {
    trial = {trial.schedule, known->second.outcome, known->second.time, "the same code as " + known->second.schedule};
    return;
  }
  auto fault = made->small_fault();
  if (!fault) {
    const Runner runner = runner_of(*made);
    trial.time = race({&runner, 1}, first_look(rival_ms)).front().time;
    if (trial.time.low_ms <= could_win * rival_ms) fault = made->large_fault(proven);
  }
  trial.outcome = Outcome::correct;
  if (fault) trial = {trial.schedule, Outcome::wrong, {}, *fault};
  if (!code.empty()) known_code_.emplace(code, trial);
}

Trial Tryout::attempt(const std::string& schedule, double rival_ms, const std::optional<std::string>& proven) {
  Trial trial{schedule, Outcome::excluded, {}, {}};
  try {
    judge(trial, rival_ms, proven);
  } catch (const Error& error) {
    return {schedule, outcome_of(error), {}, error.what()};
  }
  return trial;
}

std::vector<Measured> Tryout::compare(const std::vector<std::string>& schedules, double limit_ms) {
  std::vector<std::unique_ptr<Candidate>> made;
  std::vector<Runner> runners;
  for (const std::string& schedule : schedules) {
    made.push_back(subject_->make(schedule));  // its programs are still in memory
    runners.push_back(runner_of(*made.back()));
  }
  std::vector<Measured> result;
  for (const Laps& laps : race(runners, {.samples = 101, .limit_ms = limit_ms, .least_samples = 5}))
    result.push_back(laps.time);
  return result;
}

}  // namespace lenslet::tune
