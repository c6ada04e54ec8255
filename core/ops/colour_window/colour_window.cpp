// Makes ops of windows that see all channels.
#include "ops/colour_window/colour_window.hpp"

#include <iterator>
#include <memory>
#include <utility>

#include "ops/bands.hpp"
#include "ops/outside.hpp"
#include "stencil/reads.hpp"

namespace lenslet::ops {
namespace {

// The rectangle that the windows of a region reach.
Rect reads_of(const op::Instance& problem, const ColourWindow& window, const Rect& region) {
  return stencil::reads_of(region, {window.radius, window.radius}, problem.border, problem.inputs.image(0).size);
}

}  // namespace

bool weighs_colours(const op::Instance& problem) {
  return problem.inputs.image(0).format.alpha && problem.alpha == Alpha::premultiply;
}

int channels_seen(const op::Instance& problem) {
  const PixelFormat format = problem.inputs.image(0).format;
  return format.channels - (format.alpha && problem.alpha == Alpha::keep ? 1 : 0);
}

op::Op colour_window_op(ColourWindowOp described) {
  const auto own = std::make_shared<const ColourWindowOp>(std::move(described));
  op::Op op;
  op.info = own->info;
  op.outputs = [](const Arguments&, const op::Types& inputs) { return inputs; };
  op.alphas = {Alpha::premultiply, Alpha::keep, Alpha::filter};
  op.borders = window_borders();
  join_channels(op);
  op.every_size = true;
  op.space = [own](const op::Instance& problem, const DeviceInfo&) {
    own->window(problem);  // throws for arguments that do not go together
    return colour_window_space();
  };
  op.initial = [own](const op::Instance& problem, const DeviceInfo& device) {
    return colour_window_initial(problem, own->window(problem), device);
  };
  op.rule = [own](const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return colour_window_rule(problem, own->window(problem), device, schedule);
  };
  op.make = [own](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    return colour_window_make(problem, own->window(problem), schedule, maker);
  };
  op.reads = [own](const op::Instance& problem, const Rect& region, std::size_t) {
    return reads_of(problem, own->window(problem), region);
  };
  op.mismatch = [own](const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
    return colour_window_mismatch(*own, problem, in, out);
  };
  op.cases = [own](int effort) { return colour_window_cases(*own, effort); };
  op.typical.type = SampleType::u8;
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops
