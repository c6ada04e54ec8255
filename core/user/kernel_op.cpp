// A user's whole kernels. Each is one stage over images, with five arguments for each image, then the parameters, then
// local memory. Outputs are made whole, because only the user knows what a part of them depends on.
#include <algorithm>
#include <limits>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "ocl/kernel.hpp"
#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "system/printable.hpp"
#include "user/filter.hpp"
#include "user/number.hpp"

namespace lenslet::user {
namespace {

[[noreturn]] void refuse_input(const Filter& filter, const std::string& input, const ImageType& given,
                               const std::string& allowed) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}: {} is {}; allowed: {}", filter.head.name, input, to_string(given), allowed));
}

template <class List, class Value>
bool is_among(const List& list, const Value& value) {
  return list.empty() || std::ranges::count(list, value) > 0;
}

std::string taken_text(const KernelPart& kernel) {
  std::vector<std::string> types;
  for (const SampleType type : kernel.takes) types.emplace_back(name_of(type));
  std::string text = types.empty() ? "every type" : fmt::format("{}", fmt::join(types, ", "));
  if (!kernel.takes_channels.empty()) text += fmt::format(", of {} channels", fmt::join(kernel.takes_channels, ", "));
  return text;
}

op::Types outputs_of(const Filter& filter, const op::Types& inputs) {
  const KernelPart& kernel = filter.head.kernel;
  const ImageType& first = inputs.image(0);
  if (!is_among(kernel.takes, first.format.type) || !is_among(kernel.takes_channels, first.format.channels))
    refuse_input(filter, filter.head.inputs.front(), first, taken_text(kernel));
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (inputs.image(i).format != first.format)
      refuse_input(filter, filter.head.inputs[i], inputs.image(i),
                   fmt::format("the format of {}, {}", filter.head.inputs.front(), to_string(first.format)));
  ImageType made = first;
  made.size = {kernel.size[0].in(first.size), kernel.size[1].in(first.size)};
  if (std::max(made.size.width, made.size.height) > std::numeric_limits<std::int32_t>::max())
    refuse_input(filter, filter.head.inputs.front(), first,
                 fmt::format("one whose results have sides of at most {}", std::numeric_limits<std::int32_t>::max()));
  if (!kernel.makes.empty()) made.format.type = kernel.makes.front();
  if (kernel.makes_channels > 0 && kernel.makes_channels != first.format.channels)
    made.format = {made.format.type, kernel.makes_channels};
  return std::vector<ValueType>(filter.head.outputs.size(), made);
}

// The kernel's argument for a parameter.
op::Scalar scalar_of(const Head& head, const op::Arguments& arguments, const Parameter& parameter) {
  const double value = number_of(head, arguments, parameter.name);
  if (parameter.kind == ParameterKind::real) return static_cast<float>(value);
  return static_cast<std::int32_t>(value);
}

std::string letter_of(SampleType type) {
  return std::string(op::code_of(type));
}

op::Source source_of(const Filter& filter, const op::Instance& problem) {
  const PixelFormat in = problem.inputs.image(0).format, out = problem.outputs.image(0).format;
  op::Source source({"image.cl", "kernel_prelude.cl", filter.file});
  source.define("TYPE", letter_of(in.type)).define("CHANNELS", in.channels);
  source.define("OUT_TYPE", letter_of(out.type)).define("OUT_CHANNELS", out.channels);
  if (!filter.head.kernel.options.empty()) source.option(filter.head.kernel.options);
  return source.option("-cl-kernel-arg-info");
}

// The types of the arguments that the head declares, in OpenCL C.
std::vector<std::string> declared_types(const Head& head) {
  std::vector<std::string> types;
  for (std::size_t i = 0; i < head.inputs.size() + head.outputs.size(); ++i)
    types.insert(types.end(), {"*", "long", "long", "int", "int"});
  for (const Parameter& parameter : head.parameters)
    types.emplace_back(parameter.kind == ParameterKind::real ? "float" : "int");
  if (head.kernel.local_bytes + head.kernel.local_bytes_of_item > 0) types.emplace_back("*");
  return types;
}

[[noreturn]] void refuse_signature(const Head& head, const std::string& problem) {
  std::vector<std::string> words;
  for (const std::string& input : head.inputs) words.push_back(fmt::format("IMAGE_IN({})", input));
  for (const std::string& output : head.outputs) words.push_back(fmt::format("IMAGE_OUT({})", output));
  for (const Parameter& parameter : head.parameters)
    words.push_back(fmt::format("{} {}", parameter.kind == ParameterKind::real ? "float" : "int", parameter.name));
  if (head.kernel.local_bytes + head.kernel.local_bytes_of_item > 0) words.emplace_back("__local void *memory");
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}; by its head it is: __kernel void {}({})", head.name,
                                                       problem, head.kernel.name, fmt::join(words, ", ")));
}

void check_signature(const Head& head, const KernelInfo& info) {
  const std::vector<std::string> types = declared_types(head);
  if (info.argument_count != types.size())
    refuse_signature(head,
                     fmt::format("the kernel has {} arguments and the head {}", info.argument_count, types.size()));
  for (std::size_t i = 0; i < info.arguments.size(); ++i) {
    const std::string& type = info.arguments[i].type;
    if (types[i] == "*" ? type.ends_with('*') : type == types[i]) continue;
    refuse_signature(head, fmt::format("argument {}, '{}', is {}", i, info.arguments[i].name, type));
  }
}

ocl::Range range_of(const GroupSides& group) {
  return {group[0], std::max<std::size_t>(group[1], 1), std::max<std::size_t>(group[2], 1)};
}

// The head's range, rounded up to whole groups.
ocl::Range items_of(const KernelPart& kernel, Size output, const ocl::Range& group) {
  const auto side = [&](std::size_t i, std::size_t of_group) {
    const auto items = static_cast<std::size_t>(i < kernel.range.size() ? kernel.range[i].in(output) : 1);
    return group.x == 0 ? items : static_cast<std::size_t>(round_up(items, of_group));
  };
  return {side(0, group.x), side(1, group.y), side(2, group.z)};
}

void check_group(const Head& head, const ocl::Range& group, const KernelInfo& info) {
  if (group.x * group.y * group.z > info.max_group)
    throw Error(
        ErrorKind::unsupported,
        fmt::format("{}: groups of {} x {} x {}; allowed: at most {} work-items, which the kernel can have here",
                    head.name, group.x, group.y, group.z, info.max_group));
}

op::Graph graph_of(const Filter& filter, const op::Instance& problem, const DimensionSchedule& schedule,
                   const op::Maker& maker) {
  const Head& head = filter.head;
  const ocl::Range group = range_of(group_from(schedule.word("group")));
  const ocl::Program program = maker.program(source_of(filter, problem));
  const KernelInfo info = ocl::info_of(ocl::Kernel(program, head.kernel.name));
  check_signature(head, info);
  check_group(head, group, info);
  op::Graph graph(maker);
  std::vector<op::Argument> arguments;
  for (std::size_t i = 0; i < head.inputs.size(); ++i) arguments.emplace_back(op::Graph::input(i));
  for (std::size_t i = 0; i < head.outputs.size(); ++i) arguments.emplace_back(op::Graph::output(i));
  for (const Parameter& parameter : head.parameters)
    arguments.emplace_back(scalar_of(head, problem.arguments, parameter));
  const std::uint64_t local =
      head.kernel.local_bytes + head.kernel.local_bytes_of_item * std::max<std::size_t>(group.x, 1) * group.y * group.z;
  if (local > 0) arguments.emplace_back(op::LocalMemory{local});
  graph.launch_with(graph.kernel(program, head.kernel.name.c_str(), group),
                    items_of(head.kernel, problem.outputs.image(0).size, group), std::move(arguments),
                    {head.kernel.offset[0], head.kernel.offset[1], head.kernel.offset[2]});
  return graph;
}

op::Dimensions space_of(const KernelPart& kernel) {
  std::vector<std::string> groups;
  for (const GroupSides& group : kernel.groups) groups.push_back(text_of(group));
  return {op::words("group", groups)};
}

std::optional<Exclusion> rule_of(const DeviceInfo& device, const DimensionSchedule& schedule) {
  const ocl::Range group = range_of(group_from(schedule.word("group")));
  return op::group_rule(group.x * group.y * group.z, device);
}

// All formats; with effort 0 only each type and each number of channels once, because every format compiles a program.
std::vector<PixelFormat> formats_of(const KernelPart& kernel, int effort) {
  std::vector<PixelFormat> formats;
  for (const SampleType type : filter_types)
    for (const int channels : {3, 1, 4, 2})
      if (is_among(kernel.takes, type) && is_among(kernel.takes_channels, channels))
        formats.push_back({type, channels});
  if (effort > 0) return formats;
  std::vector<PixelFormat> few;
  for (const PixelFormat& format : formats) {
    const bool new_type = std::ranges::count(few, format.type, &PixelFormat::type) == 0;
    const bool new_channels = std::ranges::count(few, format.channels, &PixelFormat::channels) == 0;
    if (new_type || new_channels) few.push_back(format);
  }
  return few;
}

// Formats, samples of arguments and sizes are taken in turn.
std::vector<op::Case> cases_of(const Filter& filter, int effort) {
  constexpr Size sizes[] = {{37, 23}, {1, 1}, {301, 41}, {1, 7}, {64, 5}};
  const auto samples = samples_of(filter.head);
  const std::vector<PixelFormat> formats = formats_of(filter.head.kernel, effort);
  std::vector<op::Case> cases;
  for (std::size_t i = 0; i < std::max(formats.size(), samples.size()); ++i)
    for (std::size_t k = 0; k < (effort > 1 ? std::size(sizes) : 1); ++k) {
      const ImageType type{formats[i % formats.size()], sizes[(i + k) % std::size(sizes)]};
      op::Case one{{filter.known_as, samples[i % samples.size()]}, {}, to_string(type)};
      for (std::size_t input = 0; input < filter.head.inputs.size(); ++input)
        one.inputs.push_back(op::random_value(type, array::Fill::random, static_cast<std::uint32_t>(10 * i + input)));
      cases.push_back(std::move(one));
    }
  return cases;
}

}  // namespace

op::Op kernel_op(const Filter& filter) {
  op::Op op;
  op.info = info_of(filter);
  op.placement = [](const op::Instance&) { return Placement{.is_known = false}; };
  op.outputs = [filter](const op::Arguments&, const op::Types& inputs) { return outputs_of(filter, inputs); };
  op.space = [filter](const op::Instance&, const DeviceInfo&) { return space_of(filter.head.kernel); };
  const DimensionSchedule first({{"group", text_of(filter.head.kernel.groups.front())}});
  op.initial = [first](const op::Instance&, const DeviceInfo&) { return first; };
  op.rule = [](const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return rule_of(device, schedule);
  };
  op.make = [filter](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    return graph_of(filter, problem, schedule, maker);
  };
  op.mismatch = [](const op::Instance&, const op::HostValues&, const op::HostValues&) {
    return std::optional<std::string>();
  };
  op.cases = [filter](int effort) { return cases_of(filter, effort); };
  op.whole = true;
  op.version = filter.hash;
  op.tolerance = filter.head.tolerance;
  op.plainest = first;
  return op;
}

}  // namespace lenslet::user
