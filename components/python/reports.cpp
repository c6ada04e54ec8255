// Explains, tunes and verifies for Python.
#include "python/reports.hpp"

#include <atomic>
#include <memory>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <lenslet/explain.hpp>
#include <lenslet/tune.hpp>
#include <lenslet/verify.hpp>

#include "python/device_values.hpp"
#include "python/registry.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace lenslet::python {

namespace {

Work work_for(const PyOp& op, const nb::tuple& inputs, const nb::dict& keywords) {
  Keywords said = keywords_of(op, keywords);
  return work_of(op, ordered_inputs(op, inputs, said), said);
}

nb::dict dict_of(const Trial& trial) {
  nb::dict result;
  result["schedule"] = trial.schedule;
  result["outcome"] = std::string(name_of(trial.outcome));
  result["median_ms"] = trial.time.median_ms;
  result["low_ms"] = trial.time.low_ms;
  result["high_ms"] = trial.time.high_ms;
  result["detail"] = trial.detail;
  return result;
}

nb::list list_of(const std::vector<Trial>& trials) {
  nb::list result;
  for (const Trial& trial : trials) result.append(dict_of(trial));
  return result;
}

nb::object dict_of(const std::optional<Trial>& trial) {
  return trial ? nb::object(dict_of(*trial)) : nb::none();
}

nb::list excluded_of(const Explanation& explanation) {
  nb::list result;
  for (const Excluded& one : explanation.excluded) {
    nb::dict row;
    row["schedule"] = one.schedule;
    row["rule"] = one.rule;
    row["reason"] = one.reason;
    result.append(row);
  }
  return result;
}

nb::dict dict_of(const Explanation& explanation) {
  nb::dict result;
  result["schedule"] = explanation.schedule;
  result["origin"] = std::string(name_of(explanation.origin));
  result["reason"] = explanation.reason;
  result["accuracy"] = explanation.accuracy;
  result["outcome"] = std::string(name_of(explanation.now.outcome));
  result["median_ms"] = explanation.now.time.median_ms;
  result["call_ms"] = explanation.now.call_ms;
  result["memory_ms"] = explanation.memory_ms;
  result["arithmetic_ms"] = explanation.arithmetic_ms;
  result["floor_ms"] = explanation.floor_ms();
  result["distance"] = explanation.distance();
  result["bytes_per_pixel"] = explanation.bytes_per_pixel;
  result["operations_per_pixel"] = explanation.operations_per_pixel;
  result["scratch_bytes"] = explanation.scratch_bytes;
  result["stages"] = explanation.stages;
  result["source"] = explanation.source;
  result["trials"] = list_of(explanation.trials);
  result["excluded"] = excluded_of(explanation);
  return result;
}

// What a call uses that nobody may wait for any more.
template <class Result>
struct Report {
  SessionPtr session;
  Work work;
  TuneOptions options = {};
  std::atomic<bool> stop = false;
  Result result = {};
};

nb::dict explain_call(const PySession& session, const PyOp& op, const nb::tuple& inputs, const nb::dict& keywords) {
  const auto call = std::make_shared<Report<Explanation>>();
  call->session = session.use();
  call->work = work_for(op, inputs, keywords);
  run_without_gil([call = call.get()] { call->result = explain(call->session->session, call->work); }, call, true);
  return dict_of(call->result);
}

nb::dict dict_of(const TuneResult& tuned) {
  nb::dict result;
  result["winner"] = dict_of(tuned.winner);
  result["initial"] = dict_of(tuned.initial);
  result["trials"] = list_of(tuned.trials);
  result["end"] = std::string(name_of(tuned.end));
  result["seconds"] = tuned.seconds;
  result["store_problem"] = tuned.store_problem;
  return result;
}

// After Ctrl-C tuning stops by itself; what it has measured stays stored.
nb::dict tune_call(const PySession& session, const PyOp& op, const nb::tuple& inputs, const nb::dict& keywords,
                   double seconds, int candidates, const std::string& strategy, const std::string& only, bool worker) {
  const auto call = std::make_shared<Report<TuneResult>>();
  call->session = session.use();
  call->work = work_for(op, inputs, keywords);
  call->options = {.budget_seconds = seconds,
                   .candidates = candidates,
                   .strategy = strategy,
                   .only = only,
                   .worker = worker,
                   .stop = [call = call.get()] { return call->stop.load(); }};
  try {
    run_without_gil([call = call.get()] { call->result = tune_op(call->session->session, call->work, call->options); },
                    call, true);
  } catch (nb::python_error&) {
    call->stop = true;
    throw;
  }
  return dict_of(call->result);
}

nb::list verify_call(const PySession& session, const PyOp& op, const nb::dict& keywords, int effort) {
  const SessionPtr& state = session.use();
  const Keywords said = keywords_of(op, keywords);
  std::vector<VerifyCase> cases = verification_cases(state->session, said.call, effort);
  nb::list rows;
  for (const VerifyCase& request : cases) {
    const auto result = std::make_shared<VerifyResult>();
    const auto kept = std::make_shared<std::pair<SessionPtr, VerifyCase>>(state, request);
    run_without_gil([kept, result] { *result = verify(kept->first->session, kept->second); }, kept, true);
    nb::dict row;
    row["what"] = request.what;
    row["outcome"] = std::string(name_of(result->outcome));
    row["detail"] = result->detail;
    rows.append(row);
  }
  return rows;
}

}  // namespace

void bind_reports(nb::module_& module) {
  const nb::sig explained(
      "def explain(session: Session, op: Op, inputs: tuple[typing.Any, ...], keywords: dict[str, typing.Any]) -> "
      "dict[str, typing.Any]");
  module.def("explain", explain_call, explained);
  module.def(
      "tune", tune_call, "session"_a, "op"_a, "inputs"_a, "keywords"_a, nb::kw_only(), "seconds"_a, "candidates"_a,
      "strategy"_a, "only"_a, "worker"_a,
      nb::sig("def tune(session: Session, op: Op, inputs: tuple[typing.Any, ...], keywords: dict[str, typing.Any], *, "
              "seconds: float, candidates: int, strategy: str, only: str, worker: bool) -> dict[str, typing.Any]"));
  module.def("verify", verify_call,
             nb::sig("def verify(session: Session, op: Op, keywords: dict[str, typing.Any], effort: int) -> "
                     "list[dict[str, typing.Any]]"));
}

}  // namespace lenslet::python
