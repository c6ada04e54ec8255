// Makes point ops entries of the registry: groups of one function.
#include "point/point_op.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <memory>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "point/cases.hpp"
#include "point/schedules.hpp"
#include "point/truth.hpp"
#include "system/shown_name.hpp"

namespace lenslet::point {
namespace {

std::vector<PixelFormat> formats_in(const op::Types& types) {
  std::vector<PixelFormat> formats;
  for (std::size_t i = 0; i < types.size(); ++i) formats.push_back(types.image(i).format);
  return formats;
}

// The op's own part.
struct Make {
  std::shared_ptr<const PointOp> op;

  Function function(const op::Instance& instance) const {
    return function(instance.arguments, formats_in(instance.inputs), instance.alpha);
  }

  Function function(const op::Arguments& arguments, const std::vector<PixelFormat>& formats, Alpha alpha) const {
    Function function = op->make(arguments, formats);
    if (function.layout == Layout::samples && alpha == Alpha::filter) function.keeps_alpha = false;
    return function;
  }

  Group group(const op::Instance& instance) const { return single(function(instance), formats_in(instance.inputs)); }
};

void check_types(const OpInfo& info, const std::vector<PixelFormat>& formats) {
  for (const PixelFormat& format : formats) {
    if (std::ranges::find(info.types, format.type) != info.types.end()) continue;
    std::vector<std::string_view> allowed;
    for (const PixelType type : info.types) allowed.push_back(name_of(type));
    refuse(system::shown_name(info.name), formats, fmt::format("{}", fmt::join(allowed, ", ")));
  }
}

op::Types outputs_of(const Make& make, const op::Arguments& arguments, const op::Types& inputs) {
  const std::vector<PixelFormat> formats = formats_in(inputs);
  check_types(make.op->info, formats);
  const Size size = inputs.image(0).size;
  for (std::size_t i = 1; i < inputs.size(); ++i)
    if (inputs.image(i).size != size)
      throw Error(
          ErrorKind::invalid_argument,
          fmt::format("{}: images of {} x {} and {} x {}; allowed: one size", system::shown_name(make.op->info.name),
                      size.width, size.height, inputs.image(i).size.width, inputs.image(i).size.height));
  std::vector<ValueType> outputs;
  for (const PixelFormat& format : make.function(arguments, formats, Alpha::keep).outputs)
    outputs.push_back(ImageType{format, size});
  return outputs;
}

}  // namespace

PointOp::operator op::Op() const {
  const Make own{std::make_shared<const PointOp>(*this)};
  op::Op result;
  result.info = info;
  result.inputs = inputs;
  result.outputs = [own](const op::Arguments& arguments, const op::Types& types) {
    return outputs_of(own, arguments, types);
  };
  result.space = [own](const op::Instance& instance, const DeviceInfo& device) {
    return space(own.group(instance), device);
  };
  result.initial = [own](const op::Instance& instance, const DeviceInfo& device) {
    return initial(own.group(instance), instance.inputs.image(0).pixels(), device);
  };
  result.rule = [own](const op::Instance& instance, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return rule(own.group(instance), device, schedule);
  };
  result.make = [own](const op::Instance& instance, const DimensionSchedule& schedule, const op::Maker& maker) {
    return make_graph(own.group(instance), schedule, maker);
  };
  result.point = [own](const op::Instance& instance) { return own.function(instance); };
  result.every_size = true;
  result.mismatch = [own](const op::Instance& instance, const op::HostValues& in, const op::HostValues& out) {
    return mismatch(own.group(instance).nodes.front().function, in, out);
  };
  result.cases = [own](int effort) { return cases_of(*own.op, effort); };
  result.proofs = proofs_of;
  result.typical.fills = {array::Fill::random, array::Fill::equal};
  return result;
}

std::vector<Operand> images(const std::vector<std::string>& names) {
  std::vector<Operand> operands;
  for (const std::string& name : names) operands.emplace_back(name.c_str(), Reads::same);
  return operands;
}

void refuse(std::string_view op, const std::vector<PixelFormat>& formats, std::string_view allowed) {
  std::vector<std::string> given;
  for (const PixelFormat& format : formats) given.push_back(to_string(format));
  throw Error(ErrorKind::invalid_argument, fmt::format("{}: {}; allowed: {}", op, fmt::join(given, ", "), allowed));
}

void check_alike(std::string_view op, const std::vector<PixelFormat>& formats) {
  if (std::ranges::any_of(formats, [&](const PixelFormat& format) { return format != formats.front(); }))
    refuse(op, formats, "images of one format");
}

void check_colours(std::string_view op, const PixelFormat& format) {
  if (format.channels - (format.alpha ? 1 : 0) != 3) refuse(op, {format}, "3 channels, or 4 with alpha");
}

op::Range exactly(double value) {
  return {value, value};
}

op::Range within(double value, double magnitude, int roundings) {
  constexpr double unit = 0x1p-24,
                   least = 0x1p-149;  // half the distance of f32's neighbours, relative; and of the least
  if (!std::isfinite(value)) return exactly(value);
  const double bound = roundings * (unit * std::abs(magnitude) + least);
  if (!(std::abs(magnitude) + bound <= FLT_MAX)) return op::any_value;  // what it is made of may be infinite
  return {value - bound, value + bound};
}

}  // namespace lenslet::point
