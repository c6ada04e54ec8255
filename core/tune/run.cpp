// Tries candidates one after the other, then runs the finals. The finals are needed because looks are short: the
// luckiest of many short looks would win.
#include "tune/run.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "tune/standings.hpp"

namespace lenslet::tune {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double may_win = 1.15;  // multiple of the best look: slower ones lost by more than the noise
constexpr std::size_t max_finalists = 8;
constexpr std::size_t min_finalists = 3;
constexpr double min_final_ms = 200;
constexpr double rounds_to_tell = 11;  // with fewer rounds a difference would hardly show

bool is_correct(const Trial& trial) {
  return trial.outcome == Outcome::correct;
}

}  // namespace

Run::Run(Executor& executor, const op::Space& space, Memory memory, const TuneOptions& options, Clock::time_point begin,
         Deadlines deadlines)
    : executor_(executor),
      space_(space),
      memory_(std::move(memory)),
      options_(options),
      begin_(begin),
      deadlines_(deadlines) {
  result_.end = TuneEnd::complete;
}

double Run::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin_).count();
}

// Tells whether the time is over. The first candidate is the untuned schedule. All others are compared with it, so it
// gets the time that it needs.
bool Run::spent() {
  if (options_.stop && options_.stop())
    result_.end = TuneEnd::stopped;
  else if (options_.candidates > 0 && result_.trials.size() >= static_cast<std::size_t>(options_.candidates))
    result_.end = TuneEnd::candidates;
  else if (!result_.trials.empty() && Clock::now() >= deadlines_.search)
    result_.end = TuneEnd::time;
  else
    return false;
  return true;
}

void Run::record(const op::AnySchedule& schedule, Trial trial) {
  schedules_.push_back(schedule);
  result_.trials.push_back(std::move(trial));
  const Trial& last = result_.trials.back();
  const std::size_t place = result_.trials.size() - 1;
  if (is_correct(last) && (!best_ || last.time.low_ms < result_.trials[*best_].time.low_ms)) best_ = place;
  report(false);
}

void Run::report(bool finals) const {
  if (!options_.progress) return;
  const Trial* best = best_ ? &result_.trials[*best_] : nullptr;
  options_.progress({static_cast<int>(result_.trials.size()), seconds(), best, finals});
}

std::optional<double> Run::time(const op::AnySchedule& schedule) {
  if (spent()) return {};
  if (memory_.quarantined(schedule.spelling())) {
    record(schedule,
           {schedule.spelling(), Outcome::excluded, {}, "quarantined: it was wrong or hung with this driver before"});
    return infinite;
  }
  const double rival = best_ ? result_.trials[*best_].time.low_ms : infinite;
  const auto proven = best_ ? std::optional(schedules_[*best_]) : std::nullopt;
  const auto until = result_.trials.empty() ? Clock::time_point::max() : deadlines_.end;
  const std::optional<Trial> trial = executor_.attempt(schedule, rival, proven, until);
  if (!trial) {
    result_.end = options_.stop && options_.stop() ? TuneEnd::stopped : TuneEnd::time;
    return {};
  }
  if (trial->outcome != Outcome::excluded) memory_.add(*trial);
  record(schedule, *trial);
  return is_correct(*trial) ? trial->time.low_ms : infinite;
}

// Returns the indices of the trials that may win, as many as there is time for, and of the `wanted` schedules.
std::vector<std::size_t> Run::finalists(std::span<const op::AnySchedule> wanted, double left_ms) const {
  std::vector<std::size_t> places, result;
  for (std::size_t i = 0; i < result_.trials.size(); ++i)
    if (is_correct(result_.trials[i])) places.push_back(i);
  const auto low = [this](std::size_t i) { return result_.trials[i].time.low_ms; };
  std::ranges::sort(places, {}, low);
  double round_ms = 0;
  for (const std::size_t place : places) {
    round_ms += low(place);
    const bool in_time = result.size() < min_finalists || rounds_to_tell * round_ms <= left_ms;
    const bool may_be_first = low(place) <= may_win * low(places.front()) && result.size() < max_finalists;
    if ((in_time && may_be_first) || std::ranges::count(wanted, schedules_[place]) > 0) result.push_back(place);
  }
  return result;
}

void Run::hold_finals(const std::vector<std::size_t>& places, double left_ms) {
  std::vector<op::AnySchedule> schedules;
  for (const std::size_t place : places) schedules.push_back(schedules_[place]);
  const std::vector<Measured> times = executor_.compare(schedules, std::max(left_ms, min_final_ms));
  if (times.size() != places.size()) return;
  const std::vector<Standing> how = standings(times, schedules, space_);
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < places.size(); ++i) {
    trials.push_back({schedules[i].spelling(), Outcome::correct, times[i], std::string(name_of(how[i]))});
    result_.trials[places[i]] = trials[i];
    if (how[i] == Standing::won) best_ = places[i];
  }
  memory_.decide(trials);
}

TuneResult Run::finish(const op::AnySchedule& initial, const std::optional<op::AnySchedule>& earlier) {
  const double left_ms = std::chrono::duration<double, std::milli>(deadlines_.end - Clock::now()).count();
  const std::vector<op::AnySchedule> wanted{initial, earlier.value_or(initial)};
  report(true);
  if (best_ && result_.end != TuneEnd::stopped) hold_finals(finalists(wanted, left_ms), left_ms);
  if (best_) result_.winner = result_.trials[*best_];
  for (const Trial& trial : result_.trials)
    if (trial.schedule == initial.spelling() && is_correct(trial)) result_.initial = trial;
  result_.seconds = seconds();
  return std::move(result_);
}

}  // namespace lenslet::tune
