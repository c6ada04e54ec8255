// Makes ops from functions that say where pixels come from.
#include "ops/move/move.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lenslet::ops {

SourcePixel place_of(const Move& move, std::int64_t x, std::int64_t y) {
  if (move.turned) std::swap(x, y);
  return {move.part.x + (move.right_to_left ? move.part.width - 1 - x : x),
          move.part.y + (move.bottom_up ? move.part.height - 1 - y : y)};
}

Placement placement_of(const Move& move) {
  const auto width = static_cast<double>(move.part.width), height = static_cast<double>(move.part.height);
  Placement placement{.x0 = static_cast<double>(move.part.x), .y0 = static_cast<double>(move.part.y)};
  if (move.right_to_left) placement = within(placement, {.xx = -1, .x0 = width});
  if (move.bottom_up) placement = within(placement, {.yy = -1, .y0 = height});
  return move.turned ? within(placement, {.xx = 0, .xy = 1, .yx = 1, .yy = 0}) : placement;
}

op::Op move_op(OpInfo info, MoveOf move_of, const std::vector<std::map<std::string, Value>>& proved) {
  const auto move = [move_of](const op::Instance& problem) {
    return move_of(problem.arguments, problem.inputs.image(0).size);
  };
  op::Op op;
  op.info = std::move(info);
  op.info.outputs = {"out"};
  op.info.inputs = {{"image", Reads::scaled, {std::begin(sample_types), std::end(sample_types)}}};
  op.outputs = [move_of](const op::Arguments& arguments, const op::Types& inputs) -> op::Types {
    ImageType result = inputs.image(0);
    result.size = move_of(arguments, result.size).size();
    return std::vector<ValueType>{result};
  };
  op.space = [move](const op::Instance& problem, const DeviceInfo&) { return move_space(move(problem)); };
  op.initial = [move](const op::Instance& problem, const DeviceInfo& device) {
    return move_initial(problem, move(problem), device);
  };
  op.rule = [move](const op::Instance& problem, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return move_rule(problem, move(problem), device, schedule);
  };
  op.make = [move](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    return move_make(problem, move(problem), schedule, maker);
  };
  op.placement = [move](const op::Instance& problem) { return placement_of(move(problem)); };
  op.reads = [move](const op::Instance& problem, const Rect& region, std::size_t) -> Rect {
    const SourcePixel a = place_of(move(problem), region.x, region.y);
    const SourcePixel b = place_of(move(problem), region.x + region.width - 1, region.y + region.height - 1);
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x) + 1, std::abs(a.y - b.y) + 1};
  };
  op.mismatch = [move](const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
    return move_mismatch(move(problem), in, out);
  };
  op.cases = [name = op.info.name, proved](int effort) { return move_cases(name, proved, effort); };
  op.bytes = [](const op::Instance& problem) { return 2 * bytes_of(problem.outputs.all().front()); };
  op.masked = op::unmasked_problem;  // no sample changes, so missing ones need nothing
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

}  // namespace lenslet::ops
