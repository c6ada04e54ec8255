// Makes plans in the session's thread. Its tasks borrow the session, which waits for them: an owner there could be the
// last one, and the session would wait for itself.
#include "session/later_plans.hpp"

#include <algorithm>
#include <utility>

#include "op/problem.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t runs_of_repeated = 2;  // a call that comes for the second time comes again
constexpr std::size_t max_sizes = 16;          // of a plan
constexpr std::uint64_t share_of_memory = 8;   // of the device, for the values of a first launch

bool may_compile_later(const Session& session, const op::Problem& problem) {
  const OpOptions& options = problem.work().options;
  return state_of(session).compiles_later && !problem.is_of_user() && options.schedule.empty() &&
         options.accuracy.value_or(Accuracy::exact) == Accuracy::exact;
}

Session borrowed(Session::State& state) {
  return internal::Access::session(std::shared_ptr<Session::State>(std::shared_ptr<Session::State>(), &state));
}

DeviceValue zeros(const Session& session, const ValueType& type) {
  DeviceValue value = allocate_value(session, type);
  if (const auto* image = std::get_if<DeviceImage>(&value))
    session.fill(*image, {}).wait();
  else if (std::get<DeviceArray>(value).count() > 0)
    session.fill(std::get<DeviceArray>(value), 0).wait();
  return value;
}

// Some drivers compile at the first launch, which is made here.
void launch_once(const Session& session, const ReadyPlanPtr& plan) {
  const std::uint64_t bytes = bytes_of(plan->problem->inputs()) + bytes_of(plan->outputs);
  if (bytes > session.device().global_memory / share_of_memory) return;
  std::vector<DeviceValue> inputs;
  for (const ValueType& type : plan->problem->inputs()) inputs.push_back(zeros(session, type));
  plan_in(session, plan).run(inputs);
}

}  // namespace

void specialize_in_background(const Session& session, std::uint64_t hash, const KnownCall& call, std::uint64_t runs) {
  if (!call.plan || !call.plan->better || runs < runs_of_repeated) return;
  if (call.plan->better->runs > static_cast<double>(runs) * runs_to_come) return;
  Session::State& state = state_of(session);
  if (!may_compile_later(session, *call.problem) || !state.known_calls.is_first_to_ask(hash, call.plan)) return;
  const bool will_be = state.background.add([&state, hash, plan = call.plan] {
    const Session borrower = borrowed(state);
    ReadyPlanPtr special = make_ready(borrower, plan->problem, plan->better->choice);
    launch_once(borrower, special);
    const std::uint64_t bytes = scratch_of_whole(borrower, special);
    state.known_calls.replace(hash, plan, std::move(special), bytes);
  });
  if (!will_be) state.known_calls.ask_again(hash, call.plan);
}

namespace {

// The work of a plan on images of this size.
Work sized(Work work, Size size) {
  for (ValueType& type : work.inputs)
    if (auto* image = std::get_if<ImageType>(&type)) image->size = size;
  work.options.size = size;
  if (work.options.tune == Tune::automatic) work.options.tune = Tune::cached;
  return work;
}

// Callers have chosen the storage of values by the plan that they hold.
bool can_replace(const ReadyPlan& own, const ReadyPlan& other) {
  return own.choice.schedule != other.choice.schedule &&
         other.problem->have_same_bits(own.choice.schedule, other.choice.schedule) &&
         other.computation->input_storage() == own.computation->input_storage() &&
         other.computation->output_storage() == own.computation->output_storage();
}

}  // namespace

SizesMet::Met& SizesMet::met(Size size) {
  const auto found = std::ranges::find(all_, size, &Met::size);
  if (found != all_.end()) {
    std::rotate(found, found + 1, all_.end());
  } else {
    if (all_.size() >= max_sizes) all_.erase(all_.begin());
    all_.push_back({size, 0, nullptr});
  }
  return all_.back();
}

ReadyPlanPtr SizesMet::known(Size size) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(all_, size, &Met::size);
  return found == all_.end() ? nullptr : found->plan;
}

ReadyPlanPtr SizesMet::launched_last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

void SizesMet::set(Size size, ReadyPlanPtr plan) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(all_, size, &Met::size);
  if (found != all_.end()) found->plan = std::move(plan);
}

// There was no room for the task: the next launch asks for it.
void SizesMet::meet_again(Size size) {
  const std::lock_guard lock(mutex_);
  met(size).launches = runs_of_repeated - 1;
}

ReadyPlanPtr SizesMet::plan_for(const Session& session, const ReadyPlanPtr& own, Size size) {
  {
    const std::lock_guard lock(mutex_);
    Met& here = met(size);
    last_ = here.plan;
    if (++here.launches != runs_of_repeated) return here.plan;
  }
  if (!may_compile_later(session, *own->problem)) return {};
  Session::State& state = state_of(session);
  const bool will_be = state.background.add([&state, size, self = shared_from_this(), own] {
    const Session borrower = borrowed(state);
    ReadyPlanPtr plan = ready_for(borrower, op::problem_of(sized(own->problem->work(), size)));
    if (!can_replace(*own, *plan)) return;
    launch_once(borrower, plan);
    self->set(size, std::move(plan));
  });
  if (!will_be) meet_again(size);
  return {};
}

}  // namespace lenslet
