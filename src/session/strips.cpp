// Puts strips through the streams of one or of several devices: the next one is read while those before it are under
// way.
#include <lenslet/strips.hpp>

#include <exception>
#include <utility>

#include <fmt/format.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>

#include "access.hpp"
#include "session/plan.hpp"
#include "session/rolling_rows.hpp"
#include "session/strip_dispatcher.hpp"

namespace lenslet {
namespace {

constexpr std::chrono::milliseconds usual_limit{120'000};
constexpr std::chrono::milliseconds as_for_ever = std::chrono::hours(365 * 24);  // far from what clocks can count

std::chrono::milliseconds limit_of(const StripOptions& options, std::size_t devices) {
  if (!options.limit) return devices > 1 ? usual_limit : std::chrono::milliseconds(0);
  if (options.limit->count() < 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("a limit of {} ms for a strip; allowed are 1 and more", options.limit->count()));
  return *options.limit >= as_for_ever ? std::chrono::milliseconds(0) : *options.limit;
}

std::string signature(const Plan& plan) {
  std::string text;
  for (const ValueType& type : plan.inputs()) text += (text.empty() ? "" : ", ") + to_string(type);
  text += " to ";
  for (std::size_t i = 0; i < plan.outputs().size(); ++i) text += (i > 0 ? ", " : "") + to_string(plan.outputs()[i]);
  return text + (plan.serves_every_size() ? ", for every size" : "");
}

// Rows are cut and put together as the first plan has them.
void check_same(const Plan& first, const Plan& other) {
  if (first.inputs() == other.inputs() && first.outputs() == other.outputs() &&
      first.serves_every_size() == other.serves_every_size())
    return;
  throw Error(ErrorKind::invalid_argument, fmt::format("a group of plans for {} and for {}; allowed are plans of one "
                                                       "call for inputs of the same types",
                                                       signature(first), signature(other)));
}

void check_group(const GroupPlan& plan) {
  if (plan.plans.empty() || (!plan.devices.empty() && plan.devices.size() != plan.plans.size()))
    throw Error(ErrorKind::invalid_argument, fmt::format("a group of {} plans with {} names; allowed are one or more "
                                                         "plans, with a name for each or with none",
                                                         plan.plans.size(), plan.devices.size()));
  for (const Plan& each : plan.plans) check_same(plan.plans.front(), each);
}

std::vector<NamedWorker> workers_for(const GroupPlan& group, std::size_t places) {
  std::vector<NamedWorker> workers;
  for (std::size_t i = 0; i < group.plans.size(); ++i) {
    const Plan& plan = group.plans[i];
    workers.push_back({group.devices.empty() ? std::to_string(i) : group.devices[i],
                       std::make_shared<StreamWorker>(internal::Access::state(plan).session, plan, places)});
  }
  return workers;
}

}  // namespace

struct Strips::State {
  State(const GroupPlan& group, StripLayout made, std::vector<RollingRows> inputs, const StripOptions& options)
      : plans(group.plans),
        layout(std::move(made)),
        rows(std::move(inputs)),
        dispatcher(workers_for(group, options.frames),
                   {.strips = layout.count(), .places = options.frames, .limit = limit_of(options, plans.size())},
                   [this](std::int64_t strip) { return read(strip); }) {}

  Strip read(std::int64_t strip);

  std::vector<Plan> plans;
  StripLayout layout;
  std::vector<RollingRows> rows;
  StripDispatcher dispatcher;
  std::exception_ptr failure = {};  // after which rows are missing
};

Strip Strips::State::read(std::int64_t strip) {
  const RowRange range = rows_read(plans, layout, strip);
  const std::int64_t next = strip + 1 < layout.count() ? rows_read(plans, layout, strip + 1).begin : range.end;
  std::vector<HostValue> inputs;
  for (RollingRows& input : rows) inputs.emplace_back(input.take(range, next));
  return {std::make_shared<const std::vector<HostValue>>(std::move(inputs)),
          FramePart{{layout.input, 0, range.begin}, layout.results(strip)}};
}

Strips::Strips(const Session&, const Plan& plan, std::vector<ImageType> inputs, std::vector<ReadRows> sources,
               const StripOptions& options)
    : Strips(GroupPlan{{plan}}, std::move(inputs), std::move(sources), options) {}

Strips::Strips(const GroupPlan& plan, std::vector<ImageType> inputs, std::vector<ReadRows> sources,
               const StripOptions& options) {
  check_group(plan);
  StripLayout layout = layout_strips(plan.plans, inputs, options);
  if (sources.size() != inputs.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("{} sources for {} inputs", sources.size(), inputs.size()));
  for (std::size_t i = 0; i < plan.plans.size(); ++i)
    reserve_scratch(plan.plans[i], layout.results(layout.greediest[i]), layout.input);
  std::vector<RollingRows> rows;
  for (std::size_t i = 0; i < inputs.size(); ++i) rows.emplace_back(inputs[i], std::move(sources[i]));
  state_ = std::make_unique<State>(plan, std::move(layout), std::move(rows), options);
}

Strips::~Strips() = default;
Strips::Strips(Strips&&) noexcept = default;
Strips& Strips::operator=(Strips&&) noexcept = default;

const std::vector<ImageType>& Strips::outputs() const {
  return state_->layout.outputs;
}

std::int64_t Strips::rows() const {
  return state_->layout.rows;
}

std::uint64_t Strips::memory_bytes() const {
  return state_->layout.bytes;
}

std::vector<DeviceShare> Strips::shares() const {
  return state_->dispatcher.shares();
}

std::optional<Result> Strips::next() {
  if (state_->failure) std::rethrow_exception(state_->failure);
  try {
    return state_->dispatcher.next();
  } catch (...) {
    state_->failure = std::current_exception();
    throw;
  }
}

}  // namespace lenslet
