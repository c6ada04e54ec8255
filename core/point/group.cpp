// Adds a group's launch to a graph.
#include "point/group.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "point/schedules.hpp"
#include "point/steps.hpp"
#include "rounding.hpp"

namespace lenslet::point {
namespace {

// An image among the arguments of the launch.
struct LaunchImage {
  op::GraphValue value;
  PixelFormat format;
};

bool is_scratch(const LaunchImage& operand) {
  return operand.value.kind != op::GraphValue::Kind::input && operand.value.kind != op::GraphValue::Kind::output;
}

// What a launch computes: rows of pixels, or of samples.
struct Rows {
  std::int64_t count, pixels;
};

// Contiguous rows of all images count as one row, unless a function needs its pixel's row.
Rows rows_of(const op::Graph& bound, const std::vector<LaunchImage>& operands, int samples, bool places) {
  const Size size = bound.region().size();
  const bool apart = places || std::ranges::any_of(operands, [&](const LaunchImage& operand) {
                       return !is_scratch(operand) && bound.image(operand.value).has_gaps();
                     });
  const std::int64_t rows = apart ? size.height : 1;
  return {rows, size.width * size.height * samples / rows};
}

void add_image(const LaunchImage& operand, std::vector<op::Argument>& arguments) {
  using op::Graph, op::Scalar, op::ScalarOfLaunch;
  arguments.emplace_back(operand.value);
  if (!is_scratch(operand)) return;
  arguments.emplace_back(Scalar(std::int64_t{0}));
  arguments.emplace_back(ScalarOfLaunch(
      [channels = operand.format.channels](const Graph& bound) { return bound.region().width * channels; }));
  arguments.emplace_back(
      ScalarOfLaunch([](const Graph& bound) { return static_cast<std::int32_t>(bound.region().width); }));
  arguments.emplace_back(
      ScalarOfLaunch([](const Graph& bound) { return static_cast<std::int32_t>(bound.region().height); }));
}

op::Argument argument_of(const Number& number) {
  using op::Graph, op::Scalar, op::ScalarOfLaunch;
  if (number.of == Number::Of::width)
    return ScalarOfLaunch([](const Graph& bound) { return Scalar(static_cast<float>(bound.shape().whole.width)); });
  if (number.of == Number::Of::height)
    return ScalarOfLaunch([](const Graph& bound) { return Scalar(static_cast<float>(bound.shape().whole.height)); });
  return Scalar(number.value);
}

// Adds the place of the first pixel.
void add_place(std::vector<op::Argument>& arguments) {
  using op::Graph, op::ScalarOfLaunch;
  arguments.emplace_back(
      ScalarOfLaunch([](const Graph& bound) { return static_cast<std::int32_t>(bound.in_whole().x); }));
  arguments.emplace_back(
      ScalarOfLaunch([](const Graph& bound) { return static_cast<std::int32_t>(bound.in_whole().y); }));
}

// The number of groups where each makes a table: twice as many as run side by side, so that none waits for the last
// ones.
std::int64_t groups_of_tables(const DeviceInfo& device, std::int64_t width) {
  constexpr std::int64_t items_side_by_side = 2048;  // of a compute unit of GPUs
  return 2 * device.compute_units * std::max<std::int64_t>(items_side_by_side / width, 1);
}

ocl::Range range_of(std::int64_t columns, std::int64_t rows, std::int64_t width) {
  return {static_cast<std::size_t>(columns * width), static_cast<std::size_t>(rows)};
}

ocl::Program program_of(const Group& group, const Steps& steps, const DimensionSchedule& schedule,
                        const op::Maker& maker) {
  op::Source source({"image.cl", "points.cl"});
  source.define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0);
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  source.define("PLACED", steps.needs_place ? 1 : 0);
  source.define("TABLED", makes_tables(group, schedule) ? 1 : 0);
  source.define("VEC", schedule.number("v")).define("LOOSE", maker.device().kind == DeviceKind::cpu ? 1 : 0);
  source.define("FAST_FMA", maker.device().fast_fma ? 1 : 0);
  source.define("INPUTS(F)", steps.inputs).define("OUTPUTS(F)", steps.outputs).define("TABLES(F)", steps.tables);
  source.define("NUMBERS(F)", steps.numbers).define("STEPS", steps.steps);
  if (steps.needs_place) source.append("lanes.cl");
  for (const std::string& type : steps.types) source.append("planes.cl", "TYPE", type);
  for (const std::string& type : steps.table_types) source.append("tables.cl", "TYPE", type);
  for (const auto& [file, type] : steps.functions) source.append(file, "TYPE", type);
  return maker.program(source.append("point.cl"));
}

}  // namespace

Group single(Function function, std::vector<PixelFormat> inputs) {
  Group group{std::move(inputs), {}, {}};
  Node node{std::move(function), {}};
  for (std::size_t i = 0; i < group.inputs.size(); ++i) node.inputs.push_back(i);
  for (std::size_t i = 0; i < node.function.outputs.size(); ++i) group.outputs.push_back(group.inputs.size() + i);
  group.nodes.push_back(std::move(node));
  return group;
}

std::vector<PixelFormat> formats_of(const Group& group) {
  std::vector<PixelFormat> formats = group.inputs;
  for (const Node& node : group.nodes)
    formats.insert(formats.end(), node.function.outputs.begin(), node.function.outputs.end());
  return formats;
}

bool needs_place(const Group& group) {
  return std::ranges::any_of(group.nodes, [](const Node& node) { return node.function.needs_place; });
}

bool is_of_lanes(const Group& group) {
  if (needs_place(group)) return false;
  const std::vector<PixelFormat> formats = formats_of(group);
  const auto others = [&](const PixelFormat& format) { return format.channels != formats.front().channels; };
  return std::ranges::none_of(formats, others) &&
         std::ranges::none_of(group.nodes, [](const Node& node) { return node.function.layout == Layout::pixels; });
}

bool is_of_samples(const Group& group) {
  const std::vector<PixelFormat> formats = formats_of(group);
  return is_of_lanes(group) && std::ranges::none_of(group.nodes, [&](const Node& node) {
           return keeps_alpha(node.function, formats[node.inputs.front()]);
         });
}

bool is_of_bytes(const Group& group) {
  return group.inputs.size() == 1 && group.outputs.size() == 1 && is_of_samples(group) &&
         group.inputs.front().type == SampleType::u8 && formats_of(group)[group.outputs.front()].type == SampleType::u8;
}

void add_launch(op::Graph& graph, const Group& group, const DimensionSchedule& schedule, const op::Maker& maker,
                const std::vector<op::GraphValue>& inputs, const std::vector<op::GraphValue>& outputs) {
  const Steps steps = steps_of(group);
  const std::vector<PixelFormat> formats = formats_of(group);
  std::vector<LaunchImage> operands;
  for (std::size_t i = 0; i < inputs.size(); ++i) operands.push_back({inputs[i], group.inputs[i]});
  for (std::size_t i = 0; i < outputs.size(); ++i) operands.push_back({outputs[i], formats[group.outputs[i]]});
  std::vector<op::Argument> arguments;
  for (const LaunchImage& operand : operands) add_image(operand, arguments);
  for (const op::Table& table : steps.table_values) arguments.emplace_back(graph.keep(upload(maker.queue(), table)));
  for (const Number& number : steps.number_values) arguments.push_back(argument_of(number));
  const int samples = is_of_samples(group) ? group.inputs.front().channels : 1;
  const auto rows = [=, places = steps.needs_place](const op::Graph& bound) {
    return rows_of(bound, operands, samples, places);
  };
  arguments.emplace_back(op::ScalarOfLaunch([=](const op::Graph& bound) { return rows(bound).pixels; }));
  arguments.emplace_back(op::ScalarOfLaunch([=](const op::Graph& bound) { return rows(bound).count; }));
  if (steps.needs_place) add_place(arguments);
  const std::int64_t of_item = std::int64_t{schedule.number("items")} * schedule.number("v");
  const std::int64_t width = schedule.number("group");
  const std::int64_t max_groups = makes_tables(group, schedule) ? groups_of_tables(maker.device(), width) : 0;
  const auto items = [=](const op::Graph& bound) {
    const Rows all = rows(bound);
    const std::int64_t across = divide_up(divide_up(all.pixels, of_item), width);
    if (max_groups == 0) return range_of(across, all.count, width);
    const std::int64_t columns = std::min(across, max_groups);
    return range_of(columns, std::clamp<std::int64_t>(max_groups / columns, 1, all.count), width);
  };
  const op::GraphKernel kernel =
      graph.kernel(program_of(group, steps, schedule, maker), "point", {static_cast<std::size_t>(width)});
  graph.launch_with(kernel, items, std::move(arguments));
}

op::Graph make_graph(const Group& group, const DimensionSchedule& schedule, const op::Maker& maker) {
  op::Graph graph(maker);
  std::vector<op::GraphValue> inputs, outputs;
  for (std::size_t i = 0; i < group.inputs.size(); ++i) inputs.push_back(op::Graph::of_region(op::Graph::input(i)));
  for (std::size_t i = 0; i < group.outputs.size(); ++i) outputs.push_back(op::Graph::output(i));
  add_launch(graph, group, schedule, maker, inputs, outputs);
  return graph;
}

}  // namespace lenslet::point
