// One candidate's way: rules, build, small images, time, large image.
#include "tune/tryout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/problem.hpp"
#include "session/state.hpp"
#include "stencil/plan.hpp"
#include "stencil/rules.hpp"
#include "tune/suspects.hpp"
#include "tune/verify.hpp"

namespace lenslet::tune {
namespace {

constexpr std::uint32_t seed = 1;
constexpr double could_win = 1.25;  // times the rival's time, by the noise of a short measurement

// Short: what is good is timed again beside its rivals.
LapOptions first_look(double rival_ms) {
  return {.samples = 9, .warm_up_launches = 2, .warm_up_ms = 10, .limit_ms = 150, .rival_ms = rival_ms};
}

// Smaller than masks, prime, and one pixel over the tile of a work-group.
std::vector<Size> small_sizes(const Schedule& s, int channels) {
  const std::int64_t width = std::int64_t{s.vector} * s.items_x * std::max(s.group_width, 1) / channels;
  const std::int64_t height = std::int64_t{s.items_y} * std::max(s.group_height, 1);
  return {{1, 1}, {5, 3}, {37, 23}, {std::min<std::int64_t>(width, 300) + 1, std::min<std::int64_t>(height, 40) + 1}};
}

// What decides how a program is launched, beside the program.
std::string launch_of(Schedule schedule) {
  schedule.staging = {};
  schedule.coefficients = {};
  schedule.stores = {};
  return to_string(schedule);
}

stencil::Problem problem_for(const Task& task) {
  return problem_of(task.call, task.format, task.options);
}

}  // namespace

Tryout::Tryout(const Session& session, const Task& task, TryoutOptions options)
    : session_(session),
      tamper_(std::move(options.tamper)),
      compare_code_(options.compare_code.value_or(session.device().kind != DeviceKind::cpu)),
      problem_(problem_for(task)),
      stopwatch_(session, task.size, task.format) {}

Tryout::Made Tryout::make(const Schedule& schedule) {
  std::string code = launch_of(schedule);
  const auto build = [&](const std::string& source) {
    ocl::BuildResult built = session_.state()->build(tamper_ ? tamper_(schedule, source) : source);
    const std::int64_t print = compare_code_ ? ocl::fingerprint(built.program) : 0;
    code = print == 0 || code.empty() ? "" : fmt::format("{} {:x}", code, print);
    return built;
  };
  return {Plan(stencil::make_plan(session_.state()->queue, problem_, {schedule, "tried", Origin::forced}, build)),
          code};
}

std::optional<std::string> Tryout::small_fault(const Plan& plan) const {
  for (const Size size : small_sizes(plan.schedule(), problem_.input.channels))
    if (auto fault = fault_in(session_, plan, problem_, size, seed)) return fault;
  return {};
}

std::optional<std::string> Tryout::large_fault(const Plan& plan, const std::optional<Schedule>& proven) {
  if (proven_.empty() && proven && *proven != plan.schedule()) proven_ = stopwatch_.result(make(*proven).plan);
  std::vector<Image> got = stopwatch_.result(plan);
  const Image& input = stopwatch_.pixels();
  const std::vector<Position> positions =
      proven_.empty() ? spread(input.size(), problem_.input.channels) : suspects(got, proven_);
  auto fault = first_difference(problem_, input, got, positions);
  if (!fault && proven_.empty()) proven_ = std::move(got);
  return fault;
}

void Tryout::judge(Trial& trial, double rival_ms, const std::optional<Schedule>& proven) {
  if (const auto exclusion = stencil::excluded(trial.schedule, problem_, session_.device())) {
    trial.detail = exclusion->rule + ": " + exclusion->reason;
    return;
  }
  const Made made = make(trial.schedule);
  if (const auto known = known_code_.find(made.code); !made.code.empty() && known != known_code_.end()) {
    const std::string same = to_string(known->second.schedule);
    trial = {trial.schedule, known->second.outcome, known->second.time, "the same code as " + same};
    plans_.emplace(to_string(trial.schedule), made.plan);
    return;
  }
  auto fault = small_fault(made.plan);
  if (!fault) {
    trial.time = stopwatch_.time(made.plan, first_look(rival_ms)).time;
    if (trial.time.low_ms <= could_win * rival_ms) {
      fault = large_fault(made.plan, proven);
      plans_.emplace(to_string(trial.schedule), made.plan);
    }
  }
  trial.outcome = fault ? Outcome::wrong : Outcome::correct;
  if (fault) trial = {trial.schedule, Outcome::wrong, {}, *fault};
  if (!made.code.empty()) known_code_.emplace(made.code, trial);
}

Trial Tryout::attempt(const Schedule& schedule, double rival_ms, const std::optional<Schedule>& proven) {
  Trial trial{schedule, Outcome::excluded, {}, {}};
  try {
    judge(trial, rival_ms, proven);
  } catch (const Error& error) {
    switch (error.kind()) {
      case ErrorKind::build:
        return {schedule, Outcome::build_failed, {}, error.what()};
      case ErrorKind::device:
        return {schedule, Outcome::launch_failed, {}, error.what()};
      case ErrorKind::unsupported:
        return {schedule, Outcome::excluded, {}, error.what()};
      default:
        throw;
    }
  }
  return trial;
}

std::vector<Measured> Tryout::compare(const std::vector<Schedule>& schedules, double limit_ms) {
  std::vector<Plan> plans;
  for (const Schedule& schedule : schedules) {
    const auto known = plans_.find(to_string(schedule));
    plans.push_back(known == plans_.end() ? make(schedule).plan : known->second);
  }
  std::vector<Measured> result;
  for (const Laps& laps : stopwatch_.time(plans, {.samples = 101, .limit_ms = limit_ms, .least_samples = 5}))
    result.push_back(laps.time);
  return result;
}

}  // namespace lenslet::tune
