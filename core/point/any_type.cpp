// Launches point functions of any type, and makes them parts of their ops.
#include "point/any_type.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "op/cases.hpp"
#include "op/dimensions.hpp"
#include "point/any_type_truth.hpp"
#include "point/point_op.hpp"
#include "rounding.hpp"

namespace lenslet::point {
namespace {

op::Dimensions any_space() {
  return {op::numbers("group", {1, 64, 256}), op::numbers("items", {1, 4, 64, 1024})};
}

DimensionSchedule any_initial(const DeviceInfo& device) {
  const bool cpu = device.kind == DeviceKind::cpu;
  return DimensionSchedule({{"group", cpu ? "1" : "256"}, {"items", cpu ? "1024" : "4"}});
}

// The lists that any_point.cl goes through.
std::string list_of(const std::vector<PixelFormat>& images) {
  std::string list;
  for (std::size_t i = 0; i < images.size(); ++i)
    list += fmt::format("F({}, {}, {}) ", op::code_of(images[i].type), images[i].channels, i);
  return list;
}

std::int64_t channels_of(const std::vector<PixelFormat>& formats) {
  std::int64_t channels = 0;
  for (const PixelFormat& format : formats) channels += format.channels;
  return channels;
}

std::string list_of_numbers(std::size_t count) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) list += fmt::format("F({}) ", i);
  return list;
}

op::Source source_of(const AnyFunction& function, const std::vector<PixelFormat>& inputs,
                     const DimensionSchedule& schedule) {
  op::Source source({"image.cl", "any_points.cl"});
  const bool kept = keeps_alpha(function, inputs.front());
  source.define("TYPE", op::code_of(function.arithmetic)).define("TYPE_OF_FIRST", op::code_of(inputs.front().type));
  source.define("INPUTS(F)", list_of(inputs)).define("NUMBERS(F)", list_of_numbers(function.numbers.size()));
  source.define("OUT", op::code_of(function.outputs.front().type)).define("OUTPUTS(F)", list_of(function.outputs));
  source.define("MADE", channels_of(function.outputs));
  source.define("SEEN", channels_seen(inputs.front(), kept)).define("ALPHA_COPIED", kept ? 1 : 0);
  source.define("MASKS", function.masks ? 1 : 0)
      .define("PIXELS", function.layout == Layout::pixels ? 1 : 0)
      .define("FUNCTION", function.name);
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  return source.append(function.file).append("any_point.cl");
}

op::Scalar scalar_of(op::Exact value, SampleType type) {
  return with_type(type, [value](auto number) { return op::Scalar(static_cast<decltype(number)>(value)); });
}

op::Graph any_graph(const AnyFunction& function, const std::vector<PixelFormat>& inputs,
                    const DimensionSchedule& schedule, const op::Maker& maker) {
  for (const PixelFormat& input : inputs) op::check_doubles(maker.device(), input.type);
  op::check_doubles(maker.device(), function.arithmetic);
  op::Graph graph(maker);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t pixels = std::int64_t{schedule.number("group")} * schedule.number("items");
  const auto items = [=](const op::Graph& bound) {
    const Size size = bound.region().size();
    return ocl::Range{static_cast<std::size_t>(divide_up(size.width, pixels)) * group,
                      static_cast<std::size_t>(size.height)};
  };
  std::vector<op::Argument> arguments;
  for (std::size_t i = 0; i < inputs.size(); ++i) arguments.emplace_back(op::Graph::of_region(op::Graph::input(i)));
  for (std::size_t i = 0; i < function.outputs.size(); ++i) arguments.emplace_back(op::Graph::output(i));
  for (const op::Exact number : function.numbers) arguments.emplace_back(scalar_of(number, function.arithmetic));
  arguments.emplace_back(op::Scalar(std::int32_t{0}));
  graph.launch_with(graph.kernel(maker.program(source_of(function, inputs, schedule)), "any_point", {group}), items,
                    std::move(arguments));
  return graph;
}

// Makes the function of a call.
struct AnyMake {
  std::shared_ptr<const PointOp> point;

  static std::vector<PixelFormat> formats_in(const op::Types& types) {
    std::vector<PixelFormat> formats;
    for (std::size_t i = 0; i < types.size(); ++i) formats.push_back(types.image(i).format);
    return formats;
  }

  static bool is_for(const op::Instance& problem) { return has_other_type(formats_in(problem.inputs)); }

  AnyFunction function(const op::Instance& problem) const {
    AnyFunction made = point->any(problem.arguments, formats_in(problem.inputs));
    if (made.layout == Layout::samples && problem.alpha == Alpha::filter) made.keeps_alpha = false;
    return made;
  }
};

}  // namespace

bool has_other_type(const std::vector<PixelFormat>& formats) {
  return std::ranges::any_of(formats, [](const PixelFormat& format) { return !is_filter_type(format.type); });
}

SampleType floats_for(SampleType type) {
  return size_of(type) < 4 ? SampleType::f32 : SampleType::f64;
}

AnyFunction moved_samples(std::string file, std::string name, SampleType type, std::vector<PixelFormat> outputs) {
  return {.file = std::move(file),
          .name = std::move(name),
          .arithmetic = type,
          .outputs = std::move(outputs),
          .layout = Layout::pixels,
          .keeps_alpha = false,
          .reference = [](std::span<const op::Exact> in, std::span<ExactRange> out) {
            for (std::size_t c = 0; c < in.size(); ++c) out[c].low = out[c].high = in[c];
          }};
}

ExactRange near(op::Exact value, op::Exact magnitude, int roundings, SampleType arithmetic) {
  const bool doubles = arithmetic == SampleType::f64;
  if (!std::isfinite(value)) return {value, value};
  const op::Exact error =
      roundings * (std::abs(magnitude) * (doubles ? 0x1p-53L : 0x1p-24L) + (doubles ? DBL_MIN : FLT_MIN));
  return {value - error, value + error};
}

std::vector<VerifyCase> proofs_with(const op::Op& op, const op::Op& narrow, const std::vector<op::Case>& others,
                                    const DeviceInfo& device, int effort) {
  std::vector<VerifyCase> cases = narrow.proofs(narrow, device, effort);
  op::Op wide = op;
  wide.cases = [&others](int) { return others; };
  for (VerifyCase& one : op::untuned_cases(wide, effort)) {
    one.regions = true;
    cases.push_back(std::move(one));
  }
  return cases;
}

op::Op with_other_types(op::Op op, std::shared_ptr<const PointOp> point) {
  const op::Op narrow = op;
  const AnyMake any{std::move(point)};
  op.outputs = [narrow, any](const op::Arguments& arguments, const op::Types& inputs) -> op::Types {
    const std::vector<PixelFormat> formats = AnyMake::formats_in(inputs);
    if (!has_other_type(formats)) return narrow.outputs(arguments, inputs);
    check_sizes(any.point->info.name, inputs);
    std::vector<ValueType> made;
    for (const PixelFormat& format : any.point->any(arguments, formats).outputs)
      made.emplace_back(ImageType{format, inputs.image(0).size});
    return made;
  };
  op.space = [narrow](const op::Instance& problem, const DeviceInfo& device) {
    return AnyMake::is_for(problem) ? any_space() : narrow.space(problem, device);
  };
  op.initial = [narrow](const op::Instance& problem, const DeviceInfo& device) {
    return AnyMake::is_for(problem) ? any_initial(device) : narrow.initial(problem, device);
  };
  op.rule = [narrow](const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return AnyMake::is_for(problem) ? op::group_rule(schedule, device) : narrow.rule(problem, device, schedule);
  };
  op.make = [narrow, any](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    if (!AnyMake::is_for(problem)) return narrow.make(problem, schedule, maker);
    return any_graph(any.function(problem), AnyMake::formats_in(problem.inputs), schedule, maker);
  };
  op.mismatch = [narrow, any](const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
    return AnyMake::is_for(problem) ? any_mismatch(any.function(problem), in, out) : narrow.mismatch(problem, in, out);
  };
  op.cases = [narrow, any](int effort) {
    std::vector<op::Case> cases = narrow.cases(effort);
    std::ranges::move(any_cases(*any.point, effort), std::back_inserter(cases));
    return cases;
  };
  op.proofs = [narrow, any](const op::Op& own, const DeviceInfo& device, int effort) {
    return proofs_with(own, narrow, any_cases(*any.point, effort), device, effort);
  };
  return op;
}

}  // namespace lenslet::point
