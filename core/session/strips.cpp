// Computes images in strips on one or several devices. While devices work on strips, the next one is read.
#include <algorithm>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>
#include <lenslet/strips.hpp>

#include "access.hpp"
#include "rounding.hpp"
#include "session/plan.hpp"
#include "session/strip_dispatcher.hpp"
#include "session/strip_images.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {

std::int64_t StripLayout::wanted() const {
  std::int64_t sum = 0;
  for (const RowRange& part : parts) sum += part.count();
  return sum;
}

std::int64_t StripLayout::count() const {
  std::int64_t strips = 0;
  for (const RowRange& part : parts) strips += divide_up(part.count(), rows);
  return strips;
}

Rect StripLayout::results(std::int64_t strip) const {
  auto part = parts.begin();
  for (; strip >= divide_up(part->count(), rows); ++part) strip -= divide_up(part->count(), rows);
  const std::int64_t first = part->begin + strip * rows;
  return {0, first, outputs.front().size.width, std::min(rows, part->end - first)};
}

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

// The first plan decides how rows are cut and joined.
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

std::vector<NamedWorker> workers_for(const GroupPlan& group, const StripOptions& options, std::uint64_t piece) {
  std::vector<NamedWorker> workers;
  const std::size_t threads = copy_threads(group.plans, options);
  for (std::size_t i = 0; i < group.plans.size(); ++i) {
    const Plan& plan = group.plans[i];
    const StreamOptions stream{.frames = options.frames, .piece = piece, .copy_threads = threads};
    workers.push_back({group.devices.empty() ? std::to_string(i) : group.devices[i],
                       std::make_shared<StreamWorker>(internal::Access::state(plan).session, plan, stream)});
  }
  return workers;
}

bool are_alike(const std::vector<Plan>& plans) {
  const auto device = [](const Plan& plan) -> const DeviceInfo& {
    return internal::Access::state(plan).session.device();
  };
  return std::ranges::all_of(plans, [&](const Plan& plan) {
    return device(plan).name == device(plans.front()).name &&
           device(plan).compute_units == device(plans.front()).compute_units;
  });
}

DispatchOptions dispatch(const GroupPlan& group, const StripLayout& layout, const StripOptions& options) {
  return {.strips = layout.count(),
          .places = options.frames,
          .limit = limit_of(options, group.plans.size()),
          .alike = are_alike(group.plans),
          .watch = options.watch};
}

std::size_t strips_at_a_time(const GroupPlan& group, const StripOptions& options) {
  return options.frames * group.plans.size() + 1;  // the caller has one
}

void add(const Result& strip, Result& whole) {
  whole.timing.kernel_ms += strip.timing.kernel_ms;
  whole.timing.busy_ms += strip.timing.busy_ms;
  whole.timing.launches += strip.timing.launches;
  whole.timing.bytes += strip.timing.bytes;
  whole.upload_ms += strip.upload_ms;
  whole.download_ms += strip.download_ms;
}

// Makes the layout, and takes the plans' memory before the first strip.
StripLayout reserved(const GroupPlan& plan, const std::vector<ImageType>& types, const StripOptions& options,
                     bool in_order) {
  check_group(plan);
  StripLayout layout = layout_strips(plan.plans, types, options, in_order);
  for (std::size_t i = 0; i < plan.plans.size(); ++i)
    reserve_scratch(plan.plans[i], layout.results(layout.greediest[i]), layout.input);
  return layout;
}

}  // namespace

struct Strips::State {
  State(const GroupPlan& group, const std::vector<ImageType>& types, StripLayout made, StripInputs read,
        const StripOptions& options)
      : plans(group.plans),
        layout(std::move(made)),
        inputs(std::move(read)),
        outputs(layout, strips_at_a_time(group, options)),
        one_part(options.parts.size() <= 1),
        dispatcher(workers_for(group, options, piece_bytes(layout, types)), dispatch(group, layout, options),
                   [this](std::int64_t strip) { return read_strip(strip); }) {}

  Strip read_strip(std::int64_t strip);
  std::optional<Result> next();

  std::vector<Plan> plans;
  StripLayout layout;
  StripInputs inputs;
  StripOutputs outputs;
  bool one_part, is_begun = false;
  std::exception_ptr failure = {};  // if set, rows are missing
  StripDispatcher dispatcher;       // its destructor runs first: it uses the other members
};

Strip Strips::State::read_strip(std::int64_t strip) {
  const Rect part = part_read(plans, layout, strip), results = layout.results(strip);
  const bool is_last = strip + 1 == layout.count();
  const std::int64_t next = is_last ? part.y + part.height : part_read(plans, layout, strip + 1).y;
  return {inputs.take(part, next), FramePart{{layout.input, part.x, part.y}, results, outputs.next(results)}};
}

std::optional<Result> Strips::State::next() {
  if (failure) std::rethrow_exception(failure);
  is_begun = true;
  try {
    return dispatcher.next();
  } catch (...) {
    failure = std::current_exception();
    throw;
  }
}

Strips::Strips(const Session&, const Plan& plan, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
               const StripOptions& options)
    : Strips(GroupPlan{{plan}}, inputs, std::move(sources), options) {}

Strips::Strips(const GroupPlan& plan, const std::vector<ImageType>& inputs, std::vector<ReadRows> sources,
               const StripOptions& options) {
  StripLayout layout = reserved(plan, inputs, options, true);
  if (sources.size() != inputs.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("{} sources for {} inputs", sources.size(), inputs.size()));
  StripInputs rows(inputs, std::move(sources), layout);
  state_ = std::make_unique<State>(plan, inputs, std::move(layout), std::move(rows), options);
}

Strips::Strips(const GroupPlan& plan, std::vector<ImageView> inputs, const StripOptions& options) {
  std::vector<ImageType> types;
  for (const ImageView& input : inputs) types.push_back({input.format(), input.size()});
  StripLayout layout = reserved(plan, types, options, false);
  state_ = std::make_unique<State>(plan, types, std::move(layout), StripInputs(std::move(inputs)), options);
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
  std::optional<Result> strip = state_->next();
  if (strip) strip->images = state_->outputs.take();
  return strip;
}

void Strips::reuse(std::vector<Image> images) {
  state_->outputs.reuse(std::move(images));
}

Result Strips::join() {
  if (!state_->one_part || state_->is_begun)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} put together to a whole; allowed are all strips",
                            state_->is_begun ? "strips behind the first" : "several parts"));
  Result whole = described(state_->plans.front());
  state_->outputs.join();
  while (const std::optional<Result> strip = state_->next()) add(*strip, whole);
  whole.images = state_->outputs.take();
  return whole;
}

}  // namespace lenslet
