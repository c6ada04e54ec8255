// Lists the schedules of element-wise ops, and makes their program.
#include <algorithm>

#include <fmt/format.h>

#include "ocl/driver_limits.hpp"
#include "op/dimensions.hpp"
#include "ops/map/map.hpp"

namespace lenslet::ops::elementwise {
namespace {

// Returns the fewest work-items with which no driver ends an item's loop.
std::int64_t min_items(const DeviceInfo& device, std::int64_t vectors) {
  if (ocl::max_loop_rounds(device) == 0) return 1;
  return vectors / (static_cast<std::int64_t>(ocl::max_loop_rounds(device)) / 2) + 1;
}

std::size_t work_items(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const std::int64_t vectors = problem.outputs.front().count() / schedule.number("v");
  const std::int64_t items = schedule.number("items");
  const std::int64_t full = std::max(divide_up(vectors, items), std::int64_t{1});  // more items have nothing to do
  if (schedule.word("access") == "once") return static_cast<std::size_t>(full);
  const std::int64_t wanted = op::groups_on(device, schedule) * schedule.number("group");
  return static_cast<std::size_t>(std::max(std::min(wanted, full), min_items(device, vectors)));
}

std::string_view access_code(const DimensionSchedule& schedule) {
  const std::string& access = schedule.word("access");
  return access == "once" ? "ONCE" : access == "stride" ? "STRIDE" : "CHUNK";
}

// Makes the program. Its one text from the host is the expression, the macro that map.cl leaves open. The text is made
// of the checked tree and never of what the user wrote.
op::Source source_of(const Expression& expression, const op::Instance& problem, const DimensionSchedule& schedule) {
  const SampleType type = problem.inputs.front().type;
  op::Source source({"map.cl"});
  source.define("EXPRESSION", printed(expression, arithmetic_type(type))).define("TYPE", op::code_of(type));
  source.define("ACCESS", access_code(schedule)).define("ITEMS", schedule.number("items"));
  source.define("VEC", schedule.number("v"));
  return source;
}

op::Scalar number_of(SampleType type, double value) {
  if (type == SampleType::f64) return value;
  if (!is_integer(type)) return static_cast<float>(value);
  if (size_of(type) == 8) return static_cast<std::int64_t>(value);
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}

// Lists the arguments. The kernel has places for four inputs; the first input stands in for those that the op lacks.
std::vector<op::Argument> arguments_of(const op::Instance& problem, const Numbers& numbers) {
  std::vector<op::Argument> arguments;
  for (std::size_t i = 0; i < max_inputs; ++i)
    arguments.emplace_back(op::Graph::input(i < problem.inputs.size() ? i : 0));
  const ArrayType& type = problem.inputs.front();
  for (const double number : numbers) arguments.emplace_back(number_of(arithmetic_type(type.type), number));
  arguments.emplace_back(op::Graph::output(0));
  arguments.emplace_back(op::Scalar(static_cast<std::uint64_t>(type.count())));
  return arguments;
}

}  // namespace

op::Dimensions space(const op::Instance&, const DeviceInfo& device) {
  return {op::words("access", {"once", "stride", "chunk"}), op::numbers("group", {1, 16, 32, 64, 128, 256, 512, 1024}),
          op::numbers("groups", {1, 2, 4, 8, 16, 32, 64}), op::numbers("items", {1, 2, 4, 8}), op::vectors(device)};
}

// Each core of a CPU gets a long stretch of memory. GPUs get many work-items, whose loads are neighbours.
DimensionSchedule initial(const op::Instance& problem, const DeviceInfo& device) {
  const bool wide = size_of(problem.inputs.front().type) == sizeof(double);
  if (device.kind == DeviceKind::cpu)
    return DimensionSchedule(
        {{"access", "chunk"}, {"group", "1"}, {"groups", "4"}, {"items", "1"}, {"v", wide ? "8" : "16"}});
  return DimensionSchedule(
      {{"access", "once"}, {"group", "256"}, {"groups", "1"}, {"items", "2"}, {"v", wide ? "2" : "4"}});
}

std::optional<Exclusion> rule(const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
  if (auto excluded = op::group_rule(schedule, device)) return excluded;
  if (schedule.word("access") == "once" && schedule.number("groups") != 1)
    return Exclusion{"groups", "the length decides how many groups there are"};
  return {};
}

Numbers numbers_of(const Expression& expression, const Arguments& arguments) {
  Numbers numbers = {};
  for (const Node& node : expression.nodes)
    if (node.operation == Operation::parameter)
      numbers[node.index] = arguments.real(parameter_names.substr(node.index, 1));
  return numbers;
}

op::Graph make(const Expression& expression, const op::Instance& problem, const DimensionSchedule& schedule,
               const op::Maker& maker) {
  const ArrayType& type = problem.inputs.front();
  op::check_doubles(maker.device(), type.type);
  op::Graph graph(maker);
  if (type.count() == 0) return graph;
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const op::GraphKernel kernel = graph.kernel(maker.program(source_of(expression, problem, schedule)), "map", {group});
  graph.launch_with(kernel, ocl::Range{round_up(work_items(problem, schedule, maker.device()), group)},
                    arguments_of(problem, numbers_of(expression, problem.arguments)));
  return graph;
}

}  // namespace lenslet::ops::elementwise
