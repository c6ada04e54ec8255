// Plans conversions between any two types. Pure conversions are exact; others are computed in f32, or in f64 where f32
// does not hold each sample.
#include "ops/convert/convert_any.hpp"

#include <algorithm>
#include <utility>

#include "op/dimensions.hpp"
#include "ops/convert/convert_truth.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

SampleType type_of_input(const op::Instance& problem) {
  return problem.inputs.image(0).format.type;
}

SampleType type_of_output(const op::Instance& problem) {
  return problem.outputs.image(0).format.type;
}

op::Dimensions space() {
  return {op::numbers("group", {1, 64, 256}), op::numbers("items", {1, 4, 64, 1024})};
}

DimensionSchedule initial(const DeviceInfo& device) {
  const bool cpu = device.kind == DeviceKind::cpu;
  return DimensionSchedule({{"group", cpu ? "1" : "256"}, {"items", cpu ? "1024" : "4"}});
}

op::Source source_of(const op::Instance& problem, const DimensionSchedule& schedule) {
  const auto numbers = type_of_numbers(problem);
  op::Source source({"image.cl", "convert_any.cl"});
  source.define("TYPE", op::code_of(type_of_input(problem))).define("TO", op::code_of(type_of_output(problem)));
  source.define("NUMBERS", numbers ? op::code_of(*numbers) : "0");
  source.define("CHANNELS", problem.inputs.image(0).format.channels);
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  return source;
}

// A number of the type that kernels compute in. Where samples are only converted, the kernel does not look at it.
op::Scalar scalar_of(double value, SampleType type) {
  return with_type(type == SampleType::f16 ? SampleType::f32 : type,
                   [value](auto number) { return op::Scalar(static_cast<decltype(number)>(value)); });
}

op::Graph make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  for (const SampleType type :
       {type_of_input(problem), type_of_output(problem), type_of_numbers(problem).value_or(SampleType::f32)})
    op::check_doubles(maker.device(), type);
  op::Graph graph(maker);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t samples = std::int64_t{schedule.number("group")} * schedule.number("items");
  const int channels = problem.inputs.image(0).format.channels;
  const SampleType numbers = type_of_numbers(problem).value_or(type_of_input(problem));
  const auto [scale, shift] = numbers_of(problem);
  graph.launch(
      graph.kernel(maker.program(source_of(problem, schedule)), "convert_any", {group}),
      [=](const op::Graph& bound) {
        const Size size = bound.region().size();
        return ocl::Range{static_cast<std::size_t>(divide_up(size.width * channels, samples)) * group,
                          static_cast<std::size_t>(size.height)};
      },
      op::Graph::of_region(op::Graph::input(0)), op::Graph::output(0), scalar_of(scale, numbers),
      scalar_of(shift, numbers));
  return graph;
}

}  // namespace

bool are_filter_types(const op::Instance& problem) {
  return is_filter_type(type_of_input(problem)) && is_filter_type(type_of_output(problem));
}

op::Op with_any_types(const op::Op& points) {
  op::Op op = points;
  op.info.inputs = {{"image", Reads::same, {std::begin(sample_types), std::end(sample_types)}}};
  op.outputs = [](const op::Arguments& arguments, const op::Types& inputs) -> op::Types {
    ImageType made = inputs.image(0);
    made.format.type = parse_sample_type(arguments.text("to"));
    return std::vector<ValueType>{made};
  };
  op.space = [points](const op::Instance& problem, const DeviceInfo& device) {
    return are_filter_types(problem) ? points.space(problem, device) : space();
  };
  op.initial = [points](const op::Instance& problem, const DeviceInfo& device) {
    return are_filter_types(problem) ? points.initial(problem, device) : initial(device);
  };
  op.rule = [points](const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return are_filter_types(problem) ? points.rule(problem, device, schedule) : op::group_rule(schedule, device);
  };
  op.make = [points](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    return are_filter_types(problem) ? points.make(problem, schedule, maker) : make(problem, schedule, maker);
  };
  op.mismatch = [points](const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
    return are_filter_types(problem) ? points.mismatch(problem, in, out) : convert_mismatch(problem, in, out);
  };
  op.cases = [points](int effort) {
    std::vector<op::Case> cases = points.cases(effort);
    std::ranges::move(convert_cases(effort), std::back_inserter(cases));
    return cases;
  };
  op.proofs = {};
  return op;
}

}  // namespace lenslet::ops
