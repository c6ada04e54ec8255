// A plan's contents: a problem and a schedule that was chosen for it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>

#include "op/problem.hpp"

#pragma GCC visibility push(default)
namespace lenslet {

// Special programs that a problem with general ones could have.
struct BetterChoice {
  op::Choice choice;
  double runs = 0;       // after so many they have saved what it takes to compile them
  bool is_soon = false;  // whether that is within the runs that a plan is worth: Plan::special_schedule() names them
};

// A program that pays within this number of runs is worth compiling while nobody waits for it.
inline constexpr double runs_to_come = 100;

// What a plan is without its session. So a session can keep some, and what they launch ends before the session does.
struct ReadyPlan {
  op::ProblemPtr problem;
  op::Choice choice;
  std::vector<std::string> output_names;
  std::vector<ValueType> outputs;
  std::optional<BetterChoice> better = {};

  std::vector<std::string> sources = {};
  double build_ms = 0;
  CacheUse cache = CacheUse::off;
  std::shared_ptr<const op::Computation> computation = {};  // which may refer to the problem
};
using ReadyPlanPtr = std::shared_ptr<const ReadyPlan>;

class SizesMet;

struct Plan::State {
  Session session;
  ReadyPlanPtr ready;
  std::shared_ptr<SizesMet> sizes = {};  // of a plan that was made for a format alone; else null
};

const op::AnySchedule& schedule_of(const Plan& plan);

Size result_size(const Plan::State& plan, Size inputs);  // as result_size() of strips.hpp

// Chooses the schedule of a problem. Takes the first schedule that exists of: the forced one, the one of the bundle's
// programs, one tuned for this case, one tuned for a near case, the untuned one. Throws invalid_argument where the
// forced text is no schedule. Throws unsupported, with the rule's reason, where the forced schedule cannot serve the
// problem.
op::Choice choose(const Session& session, const op::Problem& problem);

// Makes a plan by a choice that no rule excludes. Without `build`, programs come through the session's caches.
ReadyPlanPtr make_ready(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice,
                        op::Build build = {}, const std::optional<BetterChoice>& better = {});
Plan make_plan(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice,
               const op::Build& build = {});

// Makes a plan with the schedule that is chosen for the problem, or with general programs instead. Throws unsupported
// for a quarantined schedule of a user's op.
ReadyPlanPtr ready_for(const Session& session, const op::ProblemPtr& problem);
Plan plan_of(const Session& session, const op::ProblemPtr& problem);

// Return a plan of the session. That of every size gets faster on sizes that it meets again, with the same bits.
Plan plan_in(const Session& session, ReadyPlanPtr ready);
Plan plan_of_every_size(const Session& session, ReadyPlanPtr ready);

// The plan as it was made, without what it has for sizes that it met. Strips count the memory of this one alone.
Plan without_sizes(const Plan& plan);

// What the last launch ran: the plan's own, or what it has for a size that it met.
ReadyPlanPtr launched_last(const Plan& plan);

// The memory that a plan keeps for values of its own types. That of arrays is not known before it is launched.
std::uint64_t scratch_of_whole(const Session& session, const ReadyPlanPtr& plan);

// Returns the plan's work with room for what was found, where an output that is counted has too little. `asked` is the
// problem before any room was made. Throws invalid_argument where its call says for how many rows there is room.
std::optional<Work> with_room(const Session& session, const op::Problem& asked, const Plan& plan,
                              const DeviceValues& outputs);

// Makes values for the outputs of the plan, or of the region. Their contents are undefined.
std::vector<DeviceValue> allocate_outputs(const Plan& plan, const DeviceValues& inputs,
                                          const std::optional<Rect>& region);
DeviceValue allocate_output(const Plan& plan, const DeviceValues& inputs, const ValueType& type,
                            const std::optional<Rect>& region = {});

// Device memory that the plan keeps between launches, for this region of its results and inputs of size `whole`.
std::uint64_t scratch_for(const Plan& plan, const Rect& region, Size whole);
// Takes the memory that scratch_for() counts now instead of in the launches.
void reserve_scratch(const Plan& plan, const Rect& region, Size whole);

// Runs a problem as Session::run() does, in strips where the whole takes too much memory. With targets, as
// Session::run_into() does.
Result run_problem(const Session& session, const op::ProblemPtr& problem, const HostViews& inputs,
                   const HostTargets* targets);

// Returns a plan for the whole of the problem's inputs. Absent where they need strips. Throws as plan_of() does, and
// unsupported for values that the device cannot hold.
std::optional<Plan> plan_of_whole(const Session& session, const op::ProblemPtr& problem);

// The options of a call that is run a few times, see OpOptions::specialize.
OpOptions for_runs(OpOptions options);

// Downloads into the caller's memory, which is of the value's type.
void download_into(const Session& session, const DeviceValue& value, const HostTarget& target);

// described() returns a result without outputs. add_output() adds an image or an array to the result's list.
Result described(const Plan& plan);
void add_output(Result& result, HostValue value);

// Throws unsupported where an input or output is too large for a buffer.
void check_arrays(const DeviceInfo& device, const op::Problem& problem);

// Throws as check_arrays() does, and unsupported where all inputs and outputs together are more than the device has.
void check_device_memory(const DeviceInfo& device, const op::Problem& problem);

// Make and move values of any kind. New images are in the storage `buffer`.
DeviceValue allocate_value(const Session& session, const ValueType& type);
DeviceValue upload_value(const Session& session, const HostValue& value);
HostValue download_value(const Session& session, const DeviceValue& value);

}  // namespace lenslet
#pragma GCC visibility pop
