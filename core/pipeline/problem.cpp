// Asks a pipeline's units and combines their answers.
#include "pipeline/problem.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/op.hpp"
#include "op/random_value.hpp"
#include "pipeline/arrangement.hpp"
#include "pipeline/computation.hpp"
#include "pipeline/schedule.hpp"

namespace lenslet::pipeline {
namespace {

constexpr ValueId unused = std::numeric_limits<ValueId>::max();

// The part of a definition that makes one value, with those inputs that it needs.
class Upstream {
 public:
  // `depth` is the call's type for the first output.
  Upstream(const Definition& from, ValueId wanted, std::optional<SampleType> depth)
      : from_(from), depth_(depth), places_(from.values.size(), unused) {
    std::vector<bool> needed(from.values.size());
    needed[wanted] = true;
    const auto makes_needed = [&](const Node& node) {
      return std::ranges::any_of(node.outputs, [&](ValueId id) { return needed[id]; });
    };
    for (std::size_t i = from.nodes.size(); i-- > 0;) {
      if (!makes_needed(from.nodes[i])) continue;
      nodes_.insert(nodes_.begin(), i);
      for (const ValueId id : from.nodes[i].inputs) needed[id] = true;
    }
    for (ValueId id = 0; id < from.inputs; ++id)
      if (needed[id]) inputs_.push_back(id), place(id);
    part_.inputs = inputs_.size();
    for (const std::size_t i : nodes_) add(from.nodes[i]);
    part_.outputs = {places_[wanted]};
  }

  const std::vector<std::size_t>& inputs() const { return inputs_; }
  const Definition& definition() const { return part_; }

 private:
  // The language refuses names that nothing uses, and the part may leave some unused. So only inputs keep their names.
  void place(ValueId id) {
    places_[id] = part_.values.size();
    part_.values.push_back(id < from_.inputs ? from_.values[id] : std::string());
  }

  // The call's output type is for the node of the first output. A part with that node has it as the node's own type.
  void add(Node node) {
    if (!node.depth && std::ranges::count(node.outputs, from_.outputs.front()) > 0) node.depth = depth_;
    for (ValueId& id : node.inputs) id = places_[id];
    for (ValueId& id : node.outputs) {
      place(id);
      id = places_[id];
    }
    part_.nodes.push_back(std::move(node));
  }

  const Definition& from_;
  std::optional<SampleType> depth_;
  std::vector<ValueId> places_;  // of values in the part
  std::vector<std::size_t> nodes_, inputs_;
  Definition part_;
};

// Clears the schedule, which belongs to the whole pipeline's nodes.
Work work_of(const Definition& definition, std::vector<ValueType> inputs, OpOptions options) {
  options.schedule.clear();
  return {call_of(definition), std::move(inputs), std::move(options)};
}

// The work that makes the counted image. Its nodes have their output types already. Options that only later nodes know
// are removed.
Work work_before(const Definition& part, std::vector<ValueType> inputs, OpOptions options) {
  options.ddepth.reset();
  const Work work = work_of(part, std::move(inputs), std::move(options));
  return with_known_options(op::find(work.call.op, ValueKind::image), work);
}

// The definition with another call at this node.
Definition with_call(Definition definition, std::size_t place, const Call& call) {
  Node& node = definition.nodes[place];
  node.op = call.op;
  node.known = {};
  node.arguments = call.arguments;
  return definition;
}

op::Merging step(const Typed& typed, const Work& work, std::size_t place, op::Merging own) {
  const Definition& definition = *typed.definition;
  const ValueId image = definition.nodes[place].inputs.front();
  op::Merging result{own.op, {}, {image}, own.counts, own.add, {}, own.in_order};
  if (own.before || image >= definition.inputs) {
    const Definition made = own.before ? with_call(definition, place, own.before->call) : definition;
    const Upstream upstream(made, own.before ? made.nodes[place].outputs.front() : image, work.options.ddepth);
    std::vector<ValueType> inputs;
    for (const std::size_t input : upstream.inputs()) inputs.push_back(typed.types[input]);
    result.inputs = upstream.inputs();
    result.before = work_before(upstream.definition(), std::move(inputs), work.options);
  }
  result.then = [&typed, &work, place, then = std::move(own.then)](std::span<const std::uint64_t> counts) {
    return work_of(with_call(*typed.definition, place, then(counts).call), work.inputs, work.options);
  };
  return result;
}

// The merging step for the first node that needs one. The nodes before it make its image; the counts turn it into
// another node. Absent where no node needs one.
std::optional<op::Merging> merging_of(const Typed& typed, const Work& work) {
  for (const Unit& unit : typed.apart.units)
    if (auto own = unit.problem->merging()) return step(typed, work, unit.nodes.front(), *std::move(own));
  return {};
}

// Looks each op up once, so that a problem uses one version of each user's filter.
DefinitionPtr looked_up(DefinitionPtr definition) {
  if (std::ranges::all_of(definition->nodes, [](const Node& node) { return node.known != nullptr; })) return definition;
  auto known = std::make_shared<Definition>(*definition);
  for (Node& node : known->nodes) node.known = op_of(node);
  return known;
}

constexpr int promising_rows = 128;

std::vector<HostValue> random_inputs(const std::vector<ValueType>& types) {
  std::vector<HostValue> values;
  for (const ValueType& type : types)
    values.push_back(op::random_value(type, array::Fill::random, static_cast<std::uint32_t>(values.size() + 1)));
  return values;
}

// Tells whether each op can make a part of its outputs from parts of its inputs.
bool reads_parts(const Typed& typed) {
  const auto is_image = [](const ValueType& type) { return std::holds_alternative<ImageType>(type); };
  return std::ranges::all_of(typed.types, is_image) &&
         std::ranges::all_of(typed.definition->nodes, [](const Node& node) {
           const op::OpPtr op = op_of(node);
           return std::ranges::none_of(op->info.inputs,
                                       [](const Operand& operand) { return operand.reads == Reads::whole; });
         });
}

class PipelineProblem final : public op::Problem {
 public:
  PipelineProblem(DefinitionPtr definition, Work work, std::string name)
      : op::Problem(std::move(work)),
        name_(std::move(name)),
        typed_(typed(std::move(definition), this->work(), name_)) {
    arrangements_ = arrangements_of(typed_, this->work());
    for (Arrangement& arrangement : arrangements_)
      arrangement.strips = arrangement.units.size() > 1 && has_one_region(typed_) && reads_parts(typed_);
  }

  std::string op() const override { return name_; }
  bool is_of_user() const override { return has_user_op(*typed_.definition); }
  std::vector<std::string> output_names() const override { return output_names_of(*typed_.definition); }
  std::vector<ValueType> outputs() const override {
    std::vector<ValueType> types;
    for (const ValueId id : typed_.definition->outputs) types.push_back(typed_.types[id]);
    return types;
  }
  Placement placement(std::size_t output) const override { return placement_of(typed_, output); }
  std::vector<std::string> columns(std::size_t output) const override {
    const auto [unit, of_unit] = maker_of(output);
    return unit ? unit->problem->columns(of_unit) : std::vector<std::string>();
  }
  Work with_room(std::size_t output, std::int64_t rows) const override;
  std::optional<op::Merging> merging() const override { return merging_of(typed_, work()); }
  bool serves_every_size() const override {
    return std::ranges::all_of(units(), [](const Unit& unit) { return unit.problem->serves_every_size(); });
  }

  op::Effort effort() const override {
    op::Effort all{.operations_known = true, .elements = static_cast<double>(first().pixels())};
    all.bytes += bytes_of(inputs()) + bytes_of(outputs());
    for (const Unit& unit : units()) {
      all.operations += unit.problem->effort().operations;
      all.operations_known = all.operations_known && unit.problem->effort().operations_known;
    }
    return all;
  }

  std::string speed_text() const override {
    return joined(units(), [](const Unit& unit) { return unit.problem->speed_text(); });
  }
  std::string note() const override {
    std::string all;
    for (const Unit& unit : units())
      if (const std::string one = unit.problem->note(); !one.empty()) all += (all.empty() ? "" : "; ") + one;
    return all;
  }
  Size extent() const override { return first().size; }
  std::string extent_text(Size extent) const override { return fmt::format("{} x {}", extent.width, extent.height); }
  int reach() const override { return any_reach; }

  std::unique_ptr<op::Space> space(const DeviceInfo& device, const std::string& pattern) const override {
    return space_of(arrangements_, device, pattern);
  }
  op::AnySchedule parse_schedule(const std::string& spelling, const DeviceInfo& device) const override {
    return op::AnySchedule(pipeline::parse_schedule(spelling, arrangements_, device));
  }
  std::optional<Exclusion> excluded(const op::AnySchedule& any, const DeviceInfo& device) const override {
    const auto& schedule = any.as<PipelineSchedule>();
    const Arrangement& arrangement = arrangement_of(schedule, arrangements_);
    if (schedule.strip_rows > 0 && !arrangement.strips)
      return Exclusion{
          "strips",
          "one launch alone, outputs of several sizes and ops that need their inputs whole are not computed in strips"};
    for (std::size_t i = 0; i < schedule.units.size(); ++i)
      if (auto exclusion = arrangement.units[i].problem->excluded(schedule.units[i], device)) return exclusion;
    return {};
  }
  op::Choice untuned(const DeviceInfo& device) const override { return untuned_of(first_on(device), device); }
  std::vector<op::AnySchedule> promising(const DeviceInfo& device) const override {
    std::vector<op::AnySchedule> schedules;
    for (std::size_t k = 0; k < arrangements_.size(); ++k)
      if (const auto choice = possible(k, device); choice && k != first_on(device))
        schedules.push_back(choice->schedule);
    if (arrangements_.front().strips) schedules.push_back(untuned_of(0, device, promising_rows).schedule);
    return schedules;
  }
  std::string accuracy(const op::AnySchedule& schedule) const override;
  std::vector<op::Choice> general(const op::AnySchedule& special, const DeviceInfo& device) const override;
  op::Parts parts(const op::AnySchedule& schedule) const override;
  std::vector<op::Assembly> ways(const DeviceInfo& device) const override;

  std::unique_ptr<op::Computation> make(const ocl::Queue& queue, const op::AnySchedule& any,
                                        const op::Build& build) const override {
    const auto& schedule = any.as<PipelineSchedule>();
    return std::make_unique<PipelineComputation>(typed_, arrangement_of(schedule, arrangements_), schedule, queue,
                                                 build);
  }

  std::vector<HostValue> typical() const override { return random_inputs(inputs()); }
  std::vector<op::Sample> small_samples(const op::AnySchedule& schedule) const override;

  // Pipelines are proved by their parts.
  std::optional<std::string> mismatch(const std::vector<HostValue>&, const std::vector<HostValue>&) const override {
    throw std::logic_error("a pipeline is proved by its parts");
  }
  std::optional<std::string> mismatch_in_large(const std::vector<HostValue>& inputs,
                                               const std::vector<HostValue>& outputs,
                                               const std::vector<HostValue>&) const override {
    return mismatch(inputs, outputs);
  }

 private:
  static constexpr int any_reach = 64;  // the same as for filters

  const std::vector<Unit>& units() const { return typed_.apart.units; }
  const ImageType& first() const { return std::get<ImageType>(inputs().front()); }

  // The node that makes an output, and which of its outputs that is. Null for an input.
  std::pair<const Unit*, std::size_t> maker_of(std::size_t output) const {
    const ValueId id = typed_.definition->outputs[output];
    for (const Unit& unit : units())
      if (const auto found = std::ranges::find(unit.outputs, id); found != unit.outputs.end())
        return {&unit, static_cast<std::size_t>(found - unit.outputs.begin())};
    return {nullptr, 0};
  }

  op::Choice untuned_of(std::size_t arrangement, const DeviceInfo& device, int rows = 0) const;
  std::optional<op::Choice> possible(std::size_t arrangement, const DeviceInfo& device) const;

  std::size_t first_on(const DeviceInfo& device) const;
  std::optional<std::size_t> windows_on(const DeviceInfo& device) const;

  template <class Text>
  static std::string joined(const std::vector<Unit>& units, const Text& text) {
    std::string all;
    for (const Unit& unit : units) all += (all.empty() ? "" : " | ") + text(unit);
    return all;
  }

  std::string name_;
  Typed typed_;
  std::vector<Arrangement> arrangements_;  // in the order of arrangements_of()
};

// The node's op says whether there may be more rows. An op that is a pipeline only inside has parameters of its own.
Work PipelineProblem::with_room(std::size_t output, std::int64_t rows) const {
  const auto [unit, of_unit] = maker_of(output);
  if (!unit || !is_text(name_)) return op::Problem::with_room(output, rows);
  const Work wider = unit->problem->with_room(of_unit, rows);
  const std::size_t node = unit->nodes.front();
  const std::string& room = op_of(typed_.definition->nodes[node])->info.outputs[of_unit].room;
  Work more = work();
  more.call.arguments[typed_.definition->label(node) + '.' + room] = wider.call.arguments.at(room);
  return more;
}

op::Choice PipelineProblem::untuned_of(std::size_t arrangement, const DeviceInfo& device, int rows) const {
  PipelineSchedule schedule{arrangements_[arrangement].name, rows, {}};
  std::string reasons;
  for (const Unit& unit : arrangements_[arrangement].units) {
    const op::Choice choice = unit.problem->untuned(device);
    schedule.units.push_back(choice.schedule);
    reasons += fmt::format("; {}: {}", unit.problem->op(), choice.reason);
  }
  const std::string& name = arrangements_[arrangement].name;
  const std::string how = arrangements_.size() == 1 ? "no op can be computed in the launch of another"
                          : name == "apart"         ? name
                                                    : name + ", which moves fewer bytes";
  return {op::AnySchedule(std::move(schedule)), how + reasons, Origin::device_class};
}

// Absent where a unit has no schedule that can run on the device.
std::optional<op::Choice> PipelineProblem::possible(std::size_t arrangement, const DeviceInfo& device) const {
  try {
    return untuned_of(arrangement, device);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) throw;
    return {};
  }
}

// The arrangement with filters in the windows of others; absent unless each such unit is known to be faster.
std::optional<std::size_t> PipelineProblem::windows_on(const DeviceInfo& device) const {
  const auto windows = std::ranges::find(arrangements_, filters_in_windows, &Arrangement::name);
  if (windows == arrangements_.end()) return {};
  const auto gains = [&](const Unit& unit) { return unit.planned == 1 || unit.problem->gains_fed(device); };
  const auto place = static_cast<std::size_t>(windows - arrangements_.begin());
  return possible(place, device) && std::ranges::all_of(windows->units, gains) ? std::optional(place) : std::nullopt;
}

// The arrangement that runs untuned. On an H200 three functions took 0.042 ms in their own launch and 0.053 ms behind a
// Gaussian, whose work-items wait for arithmetic, not for memory.
std::size_t PipelineProblem::first_on(const DeviceInfo& device) const {
  if (const auto windows = windows_on(device)) return *windows;
  if (device.kind != DeviceKind::gpu || !arrangements_.front().long_epilogues) return 0;
  const auto points = std::ranges::find(arrangements_, points_alone, &Arrangement::name);
  return points == arrangements_.end() ? 0 : static_cast<std::size_t>(points - arrangements_.begin());
}

std::string PipelineProblem::accuracy(const op::AnySchedule& any) const {
  const auto& schedule = any.as<PipelineSchedule>();
  const auto& units = arrangement_of(schedule, arrangements_).units;
  std::string text;
  for (std::size_t i = 0; i < units.size(); ++i)
    if (const std::string one = units[i].problem->accuracy(schedule.units[i]); one != "exact")
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", units[i].problem->op(), one);
  return text.empty() ? "exact" : text;
}

// A schedule of the first arrangement whose programs have no numbers of other units in their code. A unit without a
// general program keeps its own, which serves other arguments, too, or has to be compiled anyway.
std::vector<op::Choice> PipelineProblem::general(const op::AnySchedule& special, const DeviceInfo& device) const {
  const auto& from = special.as<PipelineSchedule>();
  const Arrangement& own = arrangement_of(from, arrangements_);
  const bool moves = own.literal;
  const Arrangement& to = moves ? *std::ranges::find(arrangements_, false, &Arrangement::literal) : own;
  PipelineSchedule schedule{to.name, from.strip_rows, {}};
  const auto& units = to.units;
  if (units.size() < 2) schedule.strip_rows = 0;
  op::GeneralCost cost;
  bool any = moves;
  for (std::size_t i = 0; i < units.size(); ++i) {
    schedule.units.push_back(moves ? units[i].problem->untuned(device).schedule : from.units[i]);
    const std::vector<op::Choice> found = units[i].problem->general(schedule.units[i], device);
    if (found.empty()) continue;
    any = true;
    schedule.units[i] = found.back().schedule;
    cost.loss = std::max(cost.loss, found.back().cost.loss);
    cost.seconds_to_compile += found.front().cost.seconds_to_compile;
  }
  if (!any) return {};
  return {{op::AnySchedule(std::move(schedule)), "programs with arguments", Origin::device_class, cost}};
}

op::Parts PipelineProblem::parts(const op::AnySchedule& any) const {
  const auto& schedule = any.as<PipelineSchedule>();
  const Arrangement& arrangement = arrangement_of(schedule, arrangements_);
  std::vector<std::optional<op::AnySchedule>> schedules(units().size());  // of the nodes; absent: the untuned one
  for (std::size_t i = 0; i < schedule.units.size(); ++i) {
    const Unit& unit = arrangement.units[i];
    const std::vector<op::AnySchedule> alone = unit.problem->schedules_alone(schedule.units[i]);
    for (std::size_t k = 0; k < unit.planned; ++k) schedules[unit.nodes[k]] = alone.at(k);
  }
  op::Parts parts{{}, typed_.definition->outputs};
  for (std::size_t node = 0; node < schedules.size(); ++node) {
    const Unit& alone = units()[node];
    parts.all.push_back({alone.problem, schedules[node], alone.inputs, alone.outputs});
  }
  return parts;
}

std::vector<op::Assembly> PipelineProblem::ways(const DeviceInfo& device) const {
  std::vector<op::Assembly> ways;
  for (std::size_t k = 0; k < arrangements_.size(); ++k) {
    const auto choice = possible(k, device);
    if (!choice) continue;
    op::Assembly way{arrangements_[k].name, choice->schedule, {}};
    for (const Unit& unit : arrangements_[k].units)
      way.units.emplace_back(unit.problem->op(), unit.problem->effort().bytes);
    ways.push_back(std::move(way));
  }
  return ways;
}

std::vector<op::Sample> PipelineProblem::small_samples(const op::AnySchedule&) const {
  std::vector<op::Sample> samples;
  for (const Size size : op::small_sizes) {
    Work small = work();
    for (ValueType& type : small.inputs) std::get<ImageType>(type).size = size;
    try {
      const auto problem = std::make_shared<PipelineProblem>(typed_.definition, small, name_);
      samples.push_back({problem, random_inputs(small.inputs), to_string(small.inputs.front())});
    } catch (const Error& error) {  // an op that does not take images of that size
      if (error.kind() != ErrorKind::invalid_argument) throw;
    }
  }
  return samples;
}

}  // namespace

bool has_user_op(const Definition& definition) {
  return std::ranges::any_of(definition.nodes, [](const Node& node) { return op_of(node)->info.of_user; });
}

op::ProblemPtr make_problem(DefinitionPtr definition, Work work, const std::string& name) {
  return std::make_shared<PipelineProblem>(looked_up(std::move(definition)), std::move(work), name);
}

}  // namespace lenslet::pipeline
