// Tries candidate after candidate, then runs the finals: first looks are short, and of many short ones the luckiest
// wins.
#include "tune/run.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "store/winner.hpp"

namespace lenslet::tune {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double may_win = 1.15;  // as a multiple of the best first look: what is slower lost by more than the noise
constexpr std::size_t most_finalists = 8;
constexpr double shortest_final_ms = 200;

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

// Tells whether the time is over. The first candidate is what runs untuned: without it there is nothing to compare
// with, so it has the time that it needs.
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

void Run::record(Trial trial) {
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

std::optional<double> Run::time(const std::string& schedule) {
  if (spent()) return {};
  if (memory_.quarantined(schedule)) {
    record({schedule, Outcome::excluded, {}, "quarantined: it was wrong or hung with this driver before"});
    return infinite;
  }
  const double rival = best_ ? result_.trials[*best_].time.low_ms : infinite;
  const auto proven = best_ ? std::optional(result_.trials[*best_].schedule) : std::nullopt;
  const auto until = result_.trials.empty() ? Clock::time_point::max() : deadlines_.end;
  const std::optional<Trial> trial = executor_.attempt(schedule, rival, proven, until);
  if (!trial) {
    result_.end = options_.stop && options_.stop() ? TuneEnd::stopped : TuneEnd::time;
    return {};
  }
  if (trial->outcome != Outcome::excluded) memory_.add(*trial);
  record(*trial);
  return is_correct(*trial) ? trial->time.low_ms : infinite;
}

std::vector<std::size_t> Run::finalists(const std::string& initial) const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < result_.trials.size(); ++i)
    if (is_correct(result_.trials[i])) places.push_back(i);
  const auto low = [this](std::size_t i) { return result_.trials[i].time.low_ms; };
  std::ranges::sort(places, {}, low);
  const auto end = std::ranges::find_if(places, [&](std::size_t i) { return low(i) > may_win * low(places.front()); });
  const auto good = std::min(static_cast<std::size_t>(end - places.begin()), most_finalists);
  std::vector<std::size_t> result(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(good));
  const auto first = std::ranges::find(places, initial, [this](std::size_t i) { return result_.trials[i].schedule; });
  if (first != places.end() && std::ranges::find(result, *first) == result.end()) result.push_back(*first);
  return result;
}

TuneResult Run::finish(const std::string& initial) {
  const std::vector<std::size_t> places = finalists(initial);
  report(true);
  std::vector<std::string> schedules;
  for (const std::size_t place : places) schedules.push_back(result_.trials[place].schedule);
  const double left = std::chrono::duration<double, std::milli>(deadlines_.end - Clock::now()).count();
  std::vector<Measured> times;
  if (!schedules.empty() && result_.end != TuneEnd::stopped)
    times = executor_.compare(schedules, std::max(left, shortest_final_ms));
  for (std::size_t i = 0; i < times.size(); ++i) {
    result_.trials[places[i]].time = times[i];
    memory_.add(result_.trials[places[i]]);
  }
  std::vector<Trial> ranking;
  for (const std::size_t place : places) ranking.push_back(result_.trials[place]);
  std::ranges::sort(ranking, {}, [](const Trial& trial) { return trial.time.median_ms; });
  if (const Trial* first = store::winner(ranking, space_)) result_.winner = *first;
  for (const Trial& trial : ranking)
    if (trial.schedule == initial) result_.initial = trial;
  result_.seconds = seconds();
  return std::move(result_);
}

}  // namespace lenslet::tune
