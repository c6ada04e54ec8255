// Makes plans, and answers questions about them.
#include "session/plan.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/strips.hpp>

#include "image/rect.hpp"
#include "op/arena.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"

namespace lenslet {

namespace {

// Returns what the slower of two programs took.
CacheUse slower(CacheUse a, CacheUse b) {
  constexpr CacheUse by_time[] = {CacheUse::bundle, CacheUse::hit, CacheUse::off, CacheUse::miss,
                                  CacheUse::unavailable};
  return std::max(a, b, [&](CacheUse one, CacheUse other) {
    return std::ranges::find(by_time, one) < std::ranges::find(by_time, other);
  });
}

}  // namespace

Plan make_plan(const Session& session, const op::ProblemPtr& problem, const op::Choice& choice, op::Build build,
               const std::string& special_schedule) {
  if (!build)
    build = [&session](const std::string& source, const std::string& options) {
      return state_of(session).build(source, options);
    };
  auto state = std::make_shared<Plan::State>(
      Plan::State{session, problem, choice, problem->output_names(), problem->outputs(), special_schedule});
  const auto noted = [&](const std::string& source, const std::string& options) {
    state->sources.push_back(source);
    const ocl::BuildResult built = build(source, options);
    state->build_ms += built.ms;
    state->cache = state->sources.size() == 1 ? built.cache : slower(state->cache, built.cache);
    return built;
  };
  state->computation = problem->make(state_of(session).queue, choice.schedule, noted);
  return Plan(std::move(state));
}

const op::AnySchedule& schedule_of(const Plan& plan) {
  return internal::Access::state(plan).choice.schedule;
}

const std::string& Plan::schedule() const {
  return state_->choice.schedule.spelling();
}
Origin Plan::origin() const {
  return state_->choice.origin;
}
const std::string& Plan::reason() const {
  return state_->choice.reason;
}
std::string Plan::accuracy() const {
  return state_->problem->accuracy(state_->choice.schedule);
}
const std::vector<std::string>& Plan::output_names() const {
  return state_->output_names;
}
const std::vector<ValueType>& Plan::inputs() const {
  return state_->problem->inputs();
}
const std::vector<ValueType>& Plan::outputs() const {
  return state_->outputs;
}
PixelFormat Plan::output_format() const {
  const auto* image = std::get_if<ImageType>(&state_->outputs.front());
  if (image == nullptr)
    throw Error(ErrorKind::invalid_argument, "the plan is for arrays: its first output has no pixels");
  return image->format;
}
bool Plan::serves_every_size() const {
  return state_->problem->serves_every_size();
}
Size result_size(const Plan::State& plan, Size inputs) {
  const auto* result = std::get_if<ImageType>(&plan.outputs.front());
  return result != nullptr && !plan.problem->serves_every_size() ? result->size : inputs;
}
Size result_size(const Plan& plan, Size inputs) {
  return result_size(internal::Access::state(plan), inputs);
}
Storage Plan::output_storage() const {
  return state_->computation->output_storage();
}
Storage Plan::input_storage() const {
  return state_->computation->input_storage();
}
const std::string& Plan::special_schedule() const {
  return state_->special_schedule;
}
double Plan::build_ms() const {
  return state_->build_ms;
}
CacheUse Plan::cache_use() const {
  return state_->cache;
}
std::uint64_t Plan::scratch_bytes(Size size, std::int64_t layers) const {
  const bool makes_images = serves_every_size() || std::holds_alternative<ImageType>(state_->outputs.front());
  return state_->computation->scratch_bytes(
      {rect_of(makes_images ? result_size(*state_, size) : Size{}), size, layers});
}
std::uint64_t scratch_for(const Plan& plan, const Rect& region, Size whole) {
  return internal::Access::state(plan).computation->scratch_bytes({region, whole});
}
void reserve_scratch(const Plan& plan, const Rect& region, Size whole) {
  internal::Access::state(plan).computation->reserve({region, whole});
}
std::vector<std::string> Plan::stages() const {
  return state_->computation->stages();
}
const std::vector<std::string>& Plan::sources() const {
  return state_->sources;
}

// The programs of a plan define the same names: #if separates them.
std::string Plan::source() const {
  if (sources().size() == 1) return sources().front();
  std::string text = "#ifndef PROGRAM\n#define PROGRAM 0\n#endif\n";
  for (std::size_t i = 0; i < sources().size(); ++i)
    text += fmt::format("\n#if PROGRAM == {}\n{}\n#endif\n", i, sources()[i]);
  return text;
}

}  // namespace lenslet
