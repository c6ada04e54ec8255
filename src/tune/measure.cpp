// Proof first, then the stopwatch.
#include <lenslet/measure.hpp>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/array_choose.hpp"
#include "tune/array_subject.hpp"
#include "tune/outcome.hpp"
#include "tune/stopwatch.hpp"

namespace lenslet {
namespace {

// On sizes with edges on all sides and a few whole groups.
bool proved(const Session& session, const Work& work, Measurement& result) {
  const VerifyRecord record = verify(session, {work.call, work.format, work.options, {{5, 3}, {149, 43}}, 1});
  result.outcome = record.outcome;
  result.detail = record.detail;
  return record.outcome == Outcome::correct;
}

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
}

Meter::~Meter() = default;

Stopwatch& Meter::stopwatch(const Work& work) {
  if (!stopwatch_ || stopwatch_->pixels().size() != work.size || !(stopwatch_->pixels().format() == work.format)) {
    stopwatch_.reset();
    stopwatch_ = std::make_unique<Stopwatch>(session_, work.size, work.format, options_.images);
  }
  return *stopwatch_;
}

Measurement Meter::measure(const Work& work) {
  Measurement result;
  if (work.options.schedule) result.schedule = to_string(*work.options.schedule);
  Work sized = work;  // so that what is proved, timed and taken by users of this size is one schedule
  sized.options.size = work.size;
  if (!proved(session_, sized, result)) return result;
  const Plan plan = session_.plan(work.call, work.format, sized.options);
  result.schedule = to_string(plan.schedule());
  take(result, stopwatch(work).time(plan, {.samples = options_.repeats}));
  return result;
}

std::optional<std::string> Meter::measure_array(const ArrayWork& work, Measurement& result) const {
  const array::Op& op = array::find(work.call.op);
  const array::Problem problem = array::problem_of(op, work.call, work.inputs);
  result.schedule = to_string(choose(session_, work.call, op, problem, work.options).schedule);
  const auto subject = tune::array_subject(session_, {work.call, work.inputs}, {.copies = options_.images});
  const auto candidate = subject->make(result.schedule);
  if (auto fault = candidate->small_fault()) return fault;
  if (auto fault = candidate->large_fault({})) return fault;
  const Runner runner = [&candidate](std::size_t turn) { return candidate->launch(turn); };
  take(result, race({&runner, 1}, {.samples = options_.repeats}).front());
  return {};
}

Measurement Meter::measure(const ArrayWork& work) {
  Measurement result;
  result.schedule = work.options.schedule;
  try {
    const auto fault = measure_array(work, result);
    if (!fault) return result;
    result.outcome = Outcome::wrong;
    result.detail = *fault;
  } catch (const Error& error) {
    result.outcome = outcome_of(error);
    result.detail = error.what();
  }
  return result;
}

}  // namespace lenslet
