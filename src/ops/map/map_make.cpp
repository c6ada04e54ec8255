// The schedules of element-wise ops, and their program.
#include <algorithm>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/map/map.hpp"

namespace lenslet::ops::elementwise {
namespace {

// So many vectors that some drivers do not end the loop of a work-item.
std::int64_t least_items(const DeviceInfo& device, std::int64_t vectors) {
  if (device.max_loop_rounds == 0) return 1;
  return vectors / (static_cast<std::int64_t>(device.max_loop_rounds) / 2) + 1;
}

std::size_t work_items(const op::Instance& problem, const ArraySchedule& schedule, const DeviceInfo& device) {
  const std::int64_t vectors = problem.outputs.front().count() / schedule.number("v");
  const std::int64_t items = schedule.number("items");
  const std::int64_t full = std::max(divide_up(vectors, items), std::int64_t{1});  // more have nothing to do
  if (schedule.word("access") == "once") return static_cast<std::size_t>(full);
  const std::int64_t wanted = op::groups_on(device, schedule) * schedule.number("group");
  return static_cast<std::size_t>(std::max(std::min(wanted, full), least_items(device, vectors)));
}

std::string_view access_code(const ArraySchedule& schedule) {
  const std::string& access = schedule.word("access");
  return access == "once" ? "ONCE" : access == "stride" ? "STRIDE" : "CHUNK";
}

// The expression is the user's program, so its text must come from the host: from the checked tree, never from what the
// user wrote, and as the one macro that map.cl leaves open.
op::Source source_of(const Expression& expression, const op::Instance& problem, const ArraySchedule& schedule) {
  const ElementType type = problem.inputs.front().type;
  op::Source source({"map.cl"});
  source.define("EXPRESSION", printed(expression, arithmetic_type(type))).define("TYPE", op::code_of(type));
  source.define("ACCESS", access_code(schedule)).define("ITEMS", schedule.number("items"));
  source.define("VEC", schedule.number("v"));
  return source;
}

void set_number(ocl::Kernel& kernel, unsigned index, ElementType type, double value) {
  if (type == ElementType::f64)
    kernel.set(index, value);
  else if (!is_integer(type))
    kernel.set(index, static_cast<float>(value));
  else
    kernel.set(index, static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
}

}  // namespace

op::Dimensions space(const op::Instance&, const DeviceInfo& device) {
  return {op::words("access", {"once", "stride", "chunk"}), op::numbers("group", {1, 16, 32, 64, 128, 256, 512, 1024}),
          op::numbers("groups", {1, 2, 4, 8, 16, 32, 64}), op::numbers("items", {1, 2, 4, 8}), op::vectors(device)};
}

// CPUs want a long way through memory for each core, GPUs many work-items whose loads are neighbours.
ArraySchedule initial(const op::Instance& problem, const DeviceInfo& device) {
  const bool wide = size_of(problem.inputs.front().type) == sizeof(double);
  if (device.kind == DeviceKind::cpu)
    return ArraySchedule(
        {{"access", "chunk"}, {"group", "1"}, {"groups", "4"}, {"items", "1"}, {"v", wide ? "8" : "16"}});
  return ArraySchedule(
      {{"access", "once"}, {"group", "256"}, {"groups", "1"}, {"items", "2"}, {"v", wide ? "2" : "4"}});
}

std::optional<Exclusion> rule(const op::Instance&, const DeviceInfo& device, const ArraySchedule& schedule) {
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

op::Run make(const Expression& expression, const op::Instance& problem, const ArraySchedule& schedule,
             const op::Maker& maker) {
  const ArrayType& type = problem.inputs.front();
  op::check_doubles(maker.device(), type.type);
  if (type.count() == 0) return [](const auto&, const auto&, auto&) {};
  ocl::Kernel kernel(maker.program(source_of(expression, problem, schedule)), "map");
  const Numbers numbers = numbers_of(expression, problem.arguments);
  for (unsigned i = 0; i < numbers.size(); ++i)
    set_number(kernel, most_inputs + i, arithmetic_type(type.type), numbers[i]);
  const auto count = static_cast<std::uint64_t>(type.count());
  kernel.set(most_inputs + most_parameters + 1, count);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const ocl::Range global{round_up(work_items(problem, schedule, maker.device()), group)};
  return [kernel, global, group, &queue = maker.queue()](const auto& in, const auto& out, auto& launches) mutable {
    for (unsigned i = 0; i < most_inputs; ++i) kernel.set(i, in[i < in.size() ? i : 0].buffer());
    kernel.set(most_inputs + most_parameters, out[0].buffer());
    launches.push_back(queue.launch(kernel, global, {group}));
  };
}

}  // namespace lenslet::ops::elementwise
