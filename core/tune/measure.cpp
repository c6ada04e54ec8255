// Proves a schedule right, then times it.
#include <lenslet/measure.hpp>

#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/plan.hpp"
#include "session/problem.hpp"
#include "tune/task.hpp"
#include "tune/tuning_target.hpp"

namespace lenslet {
namespace {

void take(Measurement& result, const Laps& laps) {
  result.time = laps.time;
  result.call_ms = laps.call_ms;
  result.bytes = laps.bytes;
}

}  // namespace

double Measurement::bytes_per_second() const {
  return static_cast<double>(bytes) / (time.median_ms * 1e-3);
}

Meter::Meter(const Session& session, const MeasureOptions& options) : session_(session), options_(options) {
  if (options.repeats < 1 || options.images < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} repeats on {} images: both are at least 1", options.repeats, options.images));
  if (std::isnan(options.limit_seconds) || options.limit_seconds <= 0)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a limit of {} s; allowed: more than 0", options.limit_seconds));
}

Meter::~Meter() = default;

Measurement Meter::measure(const Work& work) {
  Measurement result;
  result.schedule = work.options.schedule;
  try {
    const op::ProblemPtr problem = op::problem_of(work);
    const op::Choice choice = choose(session_, *problem);
    result.schedule = choice.schedule.spelling();
    result.origin = choice.origin;
    result.reason = choice.reason;
    if (!stopwatch_ || !stopwatch_->serves(*problem)) {
      stopwatch_.reset();
      stopwatch_ = std::make_shared<Stopwatch>(session_, *problem, options_.images);
    }
    tune::TuningTarget target(session_, problem, stopwatch_);
    const tune::Candidate candidate = target.make(choice.schedule);
    auto wrong = target.small_mismatch(choice.schedule);
    if (!wrong) wrong = target.large_mismatch(candidate.plan, {});
    const LapOptions laps{.samples = options_.repeats, .limit_ms = 1e3 * options_.limit_seconds};
    if (!wrong) take(result, stopwatch_->time(candidate.plan, laps));
    if (wrong) std::tie(result.outcome, result.detail) = std::pair(Outcome::wrong, *wrong);
  } catch (const Error& error) {
    result.outcome = outcome_of(error);
    result.detail = error.what();
  }
  return result;
}

}  // namespace lenslet
