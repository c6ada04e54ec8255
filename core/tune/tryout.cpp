// Takes a candidate through rules, build, small inputs, timing, and the work's own inputs.
#include "tune/tryout.hpp"

#include "session/problem.hpp"
#include "tune/race.hpp"
#include "tune/standings.hpp"
#include "tune/task.hpp"

namespace lenslet::tune {
namespace {

constexpr double could_win = 1.25;  // multiple of the rival's time; a short measurement is noisy

// A first look is short: good schedules are timed again with their rivals.
LapOptions first_look(double rival_ms) {
  return {.samples = 9, .warm_up_launches = 2, .warm_up_ms = 10, .limit_ms = 150, .rival_ms = rival_ms};
}

Runner runner_of(const TuningTarget& target, const Candidate& candidate) {
  return [&](std::size_t turn) { return target.launch(candidate.plan, turn); };
}

}  // namespace

Tryout::Tryout(const Session& session, const Work& work, const TryoutOptions& options)
    : target_(session, op::problem_of(work), options) {}

void Tryout::judge(const op::AnySchedule& schedule, Trial& trial, double rival_ms,
                   const std::optional<op::AnySchedule>& proven) {
  if (const auto exclusion = target_.excluded(schedule)) {
    trial.detail = to_string(*exclusion);
    return;
  }
  const Candidate made = target_.make(schedule);
  if (const auto known = known_code_.find(made.code); !made.code.empty() && known != known_code_.end()) {
    trial = {trial.schedule, known->second.outcome, known->second.time, "the same code as " + known->second.schedule};
    return;
  }
  auto wrong = target_.small_mismatch(schedule);
  if (!wrong) {
    const Runner runner = runner_of(target_, made);
    trial.time = race({&runner, 1}, first_look(rival_ms)).front().time;
    if (trial.time.low_ms <= could_win * rival_ms) wrong = target_.large_mismatch(made.plan, proven);
  }
  trial.outcome = Outcome::correct;
  if (wrong) trial = {trial.schedule, Outcome::wrong, {}, *wrong};
  if (!made.code.empty()) known_code_.emplace(made.code, trial);
}

Trial Tryout::attempt(const op::AnySchedule& schedule, double rival_ms, const std::optional<op::AnySchedule>& proven) {
  Trial trial{schedule.spelling(), Outcome::excluded, {}, {}};
  try {
    judge(schedule, trial, rival_ms, proven);
  } catch (const Error& error) {
    return {schedule.spelling(), outcome_of(error), {}, error.what()};
  }
  return trial;
}

std::vector<Measured> Tryout::compare(const std::vector<op::AnySchedule>& schedules, double limit_ms) {
  std::vector<Candidate> made;
  for (const op::AnySchedule& schedule : schedules)
    made.push_back(target_.make(schedule));  // programs are still in memory
  std::vector<Runner> runners;
  for (const Candidate& candidate : made) runners.push_back(runner_of(target_, candidate));
  std::vector<Measured> result;
  const LapOptions until_sure{.samples = 401, .limit_ms = limit_ms, .min_samples = 5, .enough = order_is_sure};
  for (const Laps& laps : race(runners, until_sure)) result.push_back(laps.time);
  return result;
}

}  // namespace lenslet::tune
