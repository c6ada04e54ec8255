// What a group's schedules are, and what it launches.
#include "point/group.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ocl/values.hpp"
#include "op/dimensions.hpp"
#include "point/steps.hpp"
#include "rounding.hpp"

namespace lenslet::point {
namespace {

constexpr std::int64_t least_streamed = 1 << 20;  // bytes of results

// An image among the arguments of the launch.
struct LaunchImage {
  op::GraphValue value;
  PixelFormat format;
};

bool is_scratch(const LaunchImage& operand) {
  return operand.value.kind != op::GraphValue::Kind::input && operand.value.kind != op::GraphValue::Kind::output;
}

// What one launch computes: rows of pixels, or of samples.
struct Rows {
  std::int64_t count, pixels;
};

// Where rows follow each other without gaps in all images, they are one, unless it counts in which row a pixel is.
Rows rows_of(const op::Bound& bound, const std::vector<LaunchImage>& operands, int samples, bool places) {
  const Size size = bound.region().size();
  const bool apart = places || std::ranges::any_of(operands, [&](const LaunchImage& operand) {
                       return !is_scratch(operand) && bound.image(operand.value).has_gaps();
                     });
  const std::int64_t rows = apart ? size.height : 1;
  return {rows, size.width * size.height * samples / rows};
}

void add_image(const LaunchImage& operand, std::vector<op::Argument>& arguments) {
  using op::Bound, op::Scalar, op::ScalarOfLaunch;
  arguments.emplace_back(operand.value);
  if (!is_scratch(operand)) return;
  arguments.emplace_back(Scalar(std::int64_t{0}));
  arguments.emplace_back(ScalarOfLaunch(
      [channels = operand.format.channels](const Bound& bound) { return bound.region().width * channels; }));
  arguments.emplace_back(
      ScalarOfLaunch([](const Bound& bound) { return static_cast<std::int32_t>(bound.region().width); }));
  arguments.emplace_back(
      ScalarOfLaunch([](const Bound& bound) { return static_cast<std::int32_t>(bound.region().height); }));
}

op::Argument argument_of(const Number& number) {
  using op::Bound, op::Scalar, op::ScalarOfLaunch;
  if (number.of == Number::Of::width)
    return ScalarOfLaunch([](const Bound& bound) { return Scalar(static_cast<float>(bound.shape().whole.width)); });
  if (number.of == Number::Of::height)
    return ScalarOfLaunch([](const Bound& bound) { return Scalar(static_cast<float>(bound.shape().whole.height)); });
  return Scalar(number.value);
}

// The first pixel that is computed.
void add_place(std::vector<op::Argument>& arguments) {
  using op::Bound, op::ScalarOfLaunch;
  arguments.emplace_back(
      ScalarOfLaunch([](const Bound& bound) { return static_cast<std::int32_t>(bound.in_whole().x); }));
  arguments.emplace_back(
      ScalarOfLaunch([](const Bound& bound) { return static_cast<std::int32_t>(bound.in_whole().y); }));
}

ocl::Buffer upload(const ocl::Queue& queue, const Table& table) {
  const std::size_t size = size_of(table.type), entries = static_cast<std::size_t>(max_value(table.type)) + 1;
  std::vector<std::byte> samples(entries * size);
  for (std::size_t i = 0; i < entries; ++i)
    store_sample(samples.data() + i * size, table.type, table.curve(static_cast<double>(i)));
  return ocl::upload(queue, samples);
}

ocl::Program program_of(const Steps& steps, const ArraySchedule& schedule, const op::Maker& maker) {
  op::Source source({"image.cl", "points.cl"});
  source.define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("STREAM", schedule.word("stores") == "stream" ? 1 : 0);
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  source.define("PLACED", steps.needs_place ? 1 : 0);
  source.define("VEC", schedule.number("v")).define("LOOSE", maker.device().kind == DeviceKind::cpu ? 1 : 0);
  source.define("FAST_FMA", maker.device().fast_fma ? 1 : 0);
  source.define("INPUTS(F)", steps.inputs).define("OUTPUTS(F)", steps.outputs).define("TABLES(F)", steps.tables);
  source.define("NUMBERS(F)", steps.numbers).define("STEPS", steps.steps);
  for (const std::string& type : steps.types) source.append("planes.cl", "TYPE", type);
  for (const std::string& type : steps.table_types) source.append("tables.cl", "TYPE", type);
  for (const auto& [file, type] : steps.functions) source.append(file, "TYPE", type);
  return maker.program(source.append("point.cl"));
}

std::size_t largest_sample(const Group& group) {
  std::size_t size = 1;
  for (const PixelFormat& format : formats_of(group)) size = std::max(size, size_of(format.type));
  return size;
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

bool is_of_samples(const Group& group) {
  if (needs_place(group)) return false;
  const std::vector<PixelFormat> formats = formats_of(group);
  const auto others = [&](const PixelFormat& format) { return format.channels != formats.front().channels; };
  return std::ranges::none_of(formats, others) && std::ranges::none_of(group.nodes, [&](const Node& node) {
           return node.function.layout == Layout::pixels || keeps_alpha(node.function, formats[node.inputs.front()]);
         });
}

op::Dimensions space(const Group&, const DeviceInfo&) {
  return {op::words("access", {"stride", "chunk"}), op::numbers("group", {1, 16, 64, 128, 256, 512}),
          op::numbers("items", {1, 2, 4, 8}), op::numbers("v", {1, 2, 4, 8, 16}),
          op::words("stores", {"plain", "stream"})};
}

// CPUs want work-items of whole cache lines, which pass the caches where the result is larger than what they keep for
// the next op; GPUs many whose loads are neighbours, 16 bytes each.
namespace {

// On a GPU a group's registers hold vectors of all channels of its images. So many lanes of a group could be launched
// on an H200, twice as many in some groups could not.
constexpr std::int64_t most_lanes = 32768;

std::int64_t lanes_of(const Group& group, std::int64_t width, std::int64_t vector) {
  const std::vector<PixelFormat> formats = formats_of(group);
  const bool samples = is_of_samples(group);
  std::int64_t channels = 0;
  for (const PixelFormat& format : group.inputs) channels += samples ? 1 : format.channels;
  for (const std::size_t output : group.outputs) channels += samples ? 1 : formats[output].channels;
  return width * vector * channels;
}

}  // namespace

std::optional<Exclusion> rule(const Group& group, const DeviceInfo& device, const ArraySchedule& schedule) {
  if (auto exclusion = op::group_rule(schedule, device)) return exclusion;
  const std::int64_t lanes = lanes_of(group, schedule.number("group"), schedule.number("v"));
  if (device.kind == DeviceKind::cpu || lanes <= most_lanes) return {};
  return Exclusion{"registers", fmt::format("groups of {} with vectors of {} hold {} lanes; allowed: {}",
                                            schedule.number("group"), schedule.number("v"), lanes, most_lanes)};
}

ArraySchedule initial(const Group& group, std::int64_t pixels, const DeviceInfo& device) {
  std::int64_t bytes = 0;
  const std::vector<PixelFormat> formats = formats_of(group);
  for (const std::size_t output : group.outputs) bytes += pixels * static_cast<std::int64_t>(formats[output].bytes());
  if (device.kind == DeviceKind::cpu) {
    const char* stores = bytes >= least_streamed ? "stream" : "plain";
    return ArraySchedule({{"access", "chunk"}, {"group", "64"}, {"items", "4"}, {"v", "16"}, {"stores", stores}});
  }
  const std::size_t size = largest_sample(group);
  const std::int64_t vector = size == 1 ? 16 : size == 2 ? 8 : 4;
  const char* width = lanes_of(group, 256, vector) <= most_lanes ? "256" : "64";
  return ArraySchedule(
      {{"access", "stride"}, {"group", width}, {"items", "1"}, {"v", fmt::format("{}", vector)}, {"stores", "plain"}});
}

void add_launch(op::Graph& graph, const Group& group, const ArraySchedule& schedule, const op::Maker& maker,
                const std::vector<op::GraphValue>& inputs, const std::vector<op::GraphValue>& outputs) {
  const Steps steps = steps_of(group);
  const std::vector<PixelFormat> formats = formats_of(group);
  std::vector<LaunchImage> operands;
  for (std::size_t i = 0; i < inputs.size(); ++i) operands.push_back({inputs[i], group.inputs[i]});
  for (std::size_t i = 0; i < outputs.size(); ++i) operands.push_back({outputs[i], formats[group.outputs[i]]});
  std::vector<op::Argument> arguments;
  for (const LaunchImage& operand : operands) add_image(operand, arguments);
  for (const Table& table : steps.table_values) arguments.emplace_back(graph.keep(upload(maker.queue(), table)));
  for (const Number& number : steps.number_values) arguments.push_back(argument_of(number));
  const int samples = is_of_samples(group) ? group.inputs.front().channels : 1;
  const auto rows = [=, places = steps.needs_place](const op::Bound& bound) {
    return rows_of(bound, operands, samples, places);
  };
  arguments.emplace_back(op::ScalarOfLaunch([=](const op::Bound& bound) { return rows(bound).pixels; }));
  if (steps.needs_place) add_place(arguments);
  const std::int64_t of_item = std::int64_t{schedule.number("items")} * schedule.number("v");
  const auto width = static_cast<std::size_t>(schedule.number("group"));
  const auto items = [=](const op::Bound& bound) {
    const Rows all = rows(bound);
    return ocl::Range{round_up(static_cast<std::size_t>(divide_up(all.pixels, of_item)), width),
                      static_cast<std::size_t>(all.count)};
  };
  const op::GraphKernel kernel = graph.kernel(program_of(steps, schedule, maker), "point", {width});
  graph.launch_with(kernel, items, std::move(arguments));
}

op::Graph make_graph(const Group& group, const ArraySchedule& schedule, const op::Maker& maker) {
  op::Graph graph(maker);
  std::vector<op::GraphValue> inputs, outputs;
  for (std::size_t i = 0; i < group.inputs.size(); ++i) inputs.push_back(op::Graph::of_region(op::Graph::input(i)));
  for (std::size_t i = 0; i < group.outputs.size(); ++i) outputs.push_back(op::Graph::output(i));
  add_launch(graph, group, schedule, maker, inputs, outputs);
  return graph;
}

}  // namespace lenslet::point
