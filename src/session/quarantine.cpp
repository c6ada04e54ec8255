// The store knows what is quarantined; why stands in the detail of its trials.
#include "session/quarantine.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/user_op.hpp>

#include "session/plan.hpp"
#include "session/state.hpp"
#include "store/key.hpp"

namespace lenslet {
namespace {

store::Key key_of(const Plan::State& plan) {
  return store::key_of(*plan.problem, plan.session.device());
}

// A trial of any size counts.
std::string detail_of(store::Store& store, const store::Key& key, const std::string& schedule) {
  const auto same_case = [&](const store::Key& other) {
    return other.op == key.op && other.work == key.work && other.device == key.device && other.driver == key.driver;
  };
  for (const StoredTrial& each : store.records(same_case))
    if (each.trial.schedule == schedule &&
        (each.trial.outcome == Outcome::timeout || each.trial.outcome == Outcome::wrong))
      return each.trial.detail;
  return "it was wrong or hung";
}

}  // namespace

void quarantine(const Plan& plan, const std::string& why) {
  const Plan::State& state = internal::Access::state(plan);
  state_of(state.session).store.add(key_of(state), {plan.schedule(), Outcome::timeout, {}, why});
}

void refuse_quarantined(const Plan& plan) {
  if (plan.origin() == Origin::forced) return;
  const Plan::State& state = internal::Access::state(plan);
  if (!is_of_user(find_op(state.problem->work().call.op))) return;
  store::Store& store = state_of(state.session).store;
  const store::Key key = key_of(state);
  if (!store.quarantined(key, plan.schedule())) return;
  throw Error(ErrorKind::unsupported,
              fmt::format("{}: its schedule {} is quarantined on {}: {}; allowed: another text of the op, a forced "
                          "schedule, or this one once its tuning results are cleared",
                          state.problem->work().call.op, plan.schedule(), state.session.device().name,
                          detail_of(store, key, plan.schedule())));
}

}  // namespace lenslet
