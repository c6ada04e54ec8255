// Turns a group of point functions into an op, which is in no registry.
#include "pipeline/point_unit.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include <fmt/format.h>

#include "kernel_texts.hpp"
#include "op/dimensions.hpp"
#include "op/op_problem.hpp"
#include "point/point_op.hpp"
#include "point/schedules.hpp"
#include "point/steps.hpp"

namespace lenslet::pipeline {
namespace {

op::Op op_of(const PointUnit& unit) {
  op::Op op;
  op.info.name = unit.name;
  op.info.inputs.clear();
  for (std::size_t i = 0; i < unit.inputs.size(); ++i) op.info.inputs.emplace_back("in", Reads::same);
  for (std::size_t i = 0; i < unit.outputs.size(); ++i) op.info.outputs.emplace_back("out");
  op.outputs = [outputs = unit.outputs](const op::Arguments&, const op::Types&) { return op::Types(outputs); };
  op.space = [group = unit.group](const op::Instance&, const DeviceInfo& device) {
    return point::space(group, device);
  };
  op.initial = [group = unit.group](const op::Instance& instance, const DeviceInfo& device) {
    return point::initial(group, instance.inputs.image(0).pixels(), device);
  };
  op.rule = [group = unit.group](const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return point::rule(group, device, schedule);
  };
  op.make = [group = unit.group](const op::Instance&, const DimensionSchedule& schedule, const op::Maker& maker) {
    return point::make_graph(group, schedule, maker);
  };
  op.mismatch = [](const op::Instance&, const op::HostValues&, const op::HostValues&) -> std::optional<std::string> {
    throw std::logic_error("a unit of a pipeline is proved by its nodes");
  };
  op.every_size = true;
  return op;
}

// Returns a number if the group only tests whether the input is at least that number.
std::optional<double> cut_of(const point::Group& group, std::size_t input) {
  const auto reads = [input](const point::Node& node) { return std::ranges::count(node.inputs, input) > 0; };
  const auto reader = std::ranges::find_if(group.nodes, reads);
  if (reader == group.nodes.end() || std::ranges::count_if(group.nodes, reads) > 1 ||
      point::keeps_alpha(reader->function, group.inputs[input]))
    return {};
  return reader->function.cut;
}

// Returns the group as functions on the samples of one place, for another family's kernels. A kernel's result is the
// group's input `own`.
std::optional<op::Epilogue> steps_in_registers(const PointUnit& unit, std::size_t own) {
  const std::vector<PixelFormat> formats = point::formats_of(unit.group);
  const auto is_half = [](const PixelFormat& format) { return format.type == SampleType::f16; };
  if (unit.group.outputs.size() != 1 || !point::is_of_lanes(unit.group) || std::ranges::any_of(formats, is_half))
    return {};
  const point::Steps steps = point::steps_of_lanes(unit.group);
  op::Epilogue epilogue{.name = unit.name,
                        .numbers = {},
                        .steps = steps.steps,
                        .result_value = own,
                        .last_value = unit.group.outputs.front(),
                        .type = formats[unit.group.outputs.front()].type,
                        .functions = {steps.functions.begin(), steps.functions.end()},
                        .tables = steps.table_values,
                        .table_list = steps.tables,
                        .cut = cut_of(unit.group, own),
                        .needs_columns = steps.needs_columns};
  for (const std::string& type : steps.table_types) epilogue.functions.emplace_back("tables.cl", type);
  epilogue.needs_standard_vectors = std::ranges::any_of(unit.group.nodes, [&](const point::Node& node) {
    const auto is_float = [&](std::size_t input) { return !is_integer(formats[input].type); };
    return node.function.own_text || std::ranges::any_of(node.inputs, is_float);
  });
  for (std::size_t i = 0; i < unit.group.inputs.size(); ++i)
    if (i != own) epilogue.beside.push_back({unit.group.inputs[i], i, false});
  for (const point::Number& number : steps.number_values) epilogue.numbers += float_literal(number.value) + ", ";
  epilogue.numbers += "0";
  return epilogue;
}

}  // namespace

op::ProblemPtr make_point_problem(PointUnit unit, const OpOptions& options) {
  Work work{{unit.name}, unit.inputs, options};
  work.options.ddepth.reset();
  work.options.border.reset();
  work.options.accuracy = Accuracy::exact;
  work.options.schedule.clear();
  return op::make_op_problem(std::make_shared<const op::Op>(op_of(unit)), std::move(work));
}

// Functions of points compute on images of filter_types alone.
bool are_filter_types(const std::vector<ValueType>& types) {
  return std::ranges::all_of(types, [](const ValueType& type) {
    const auto* image = std::get_if<ImageType>(&type);
    return !image || is_filter_type(image->format.type);
  });
}

std::optional<op::Epilogue> epilogue_of(const PointUnit& unit, std::size_t result) {
  return steps_in_registers(unit, result);
}

std::optional<op::Prologue> prologue_of(const PointUnit& unit) {
  if (unit.group.inputs.size() != 1) return {};
  auto points = steps_in_registers(unit, 0);
  if (!points || points->needs_columns) return {};
  return op::Prologue{std::move(*points), unit.group.inputs.front().type};
}

std::optional<point::Function> point_function(const op::ProblemPtr& problem, const op::Op& op) {
  const Work& work = problem->work();
  const OpOptions& options = work.options;
  const bool plain = !options.layered && options.accuracy.value_or(Accuracy::exact) == Accuracy::exact &&
                     problem->outputs() == work.inputs;
  if (op::leaves_out(options) || !op.point || (op.problem && !plain)) return {};
  if (!are_filter_types(work.inputs) || !are_filter_types(problem->outputs())) return {};
  return op.point(op::instance_of(op, work));
}

}  // namespace lenslet::pipeline
