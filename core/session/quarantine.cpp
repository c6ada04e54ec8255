// Quarantined schedules are kept in the tuning store, with the reason.
#include "session/quarantine.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/compiler_watch.hpp"
#include "session/plan.hpp"
#include "session/state.hpp"
#include "store/store.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

store::Key key_of(const Plan::State& plan) {
  return store::key_of(*plan.problem, plan.session.device());
}

}  // namespace

void quarantine(const Plan& plan, const std::string& why) {
  const Plan::State& state = internal::Access::state(plan);
  state_of(state.session).store.add(key_of(state), {plan.schedule(), Outcome::timeout, {}, why});
}

bool is_compiling(const Session& session) {
  return ocl::compiles(state_of(session).queue);
}

void refuse_quarantined(const Plan& plan) {
  if (plan.origin() == Origin::forced) return;
  const Plan::State& state = internal::Access::state(plan);
  if (!state.problem->is_of_user()) return;
  const auto why = state_of(state.session).store.why_quarantined(key_of(state), plan.schedule());
  if (!why) return;
  throw Error(ErrorKind::unsupported,
              fmt::format("{}: its schedule {} is quarantined on {}: {}; allowed: another text of the op, a forced "
                          "schedule, or this one once its tuning results are cleared",
                          system::shown_name(state.problem->work().call.op), plan.schedule(),
                          state.session.device().name, why->empty() ? "it was wrong or hung" : *why));
}

}  // namespace lenslet
