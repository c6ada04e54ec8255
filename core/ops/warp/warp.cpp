// Makes ops from functions that say where pixels come from.
#include "ops/warp/warp.hpp"

#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"

namespace lenslet::ops {
namespace {

constexpr std::int64_t max_row_length = std::numeric_limits<std::int32_t>::max();  // samples

// Places of corners are half a pixel from those of centres.
Placement placement_of(const Matrix3& m) {
  if (m[6] != 0 || m[7] != 0 || m[8] != 1) return {.is_known = false};
  return {m[0], m[1], m[2] + 0.5 - 0.5 * (m[0] + m[1]), m[3], m[4], m[5] + 0.5 - 0.5 * (m[3] + m[4])};
}

}  // namespace

Parameter sampling_parameter() {
  return {.name = "interpolation",
          .summary = "How pixels between those of the source are made.",
          .kind = ParameterKind::choice,
          .initial = std::string("linear"),
          .choices = {"nearest", "linear", "cubic"}};
}

Sampling sampling_of(const Arguments& arguments) {
  const std::string& name = arguments.text("interpolation");
  return name == "nearest" ? Sampling::nearest : name == "linear" ? Sampling::linear : Sampling::cubic;
}

bool weights_colours(const op::Instance& problem) {
  return problem.inputs.image(0).format.alpha && problem.alpha == Alpha::premultiply &&
         sampling_of(problem.arguments) != Sampling::nearest;
}

ImageType warped_type(const std::string& op, const ImageType& source, Size size) {
  ImageType result = source;
  result.size = size;
  for (const ImageType& image : {source, result})
    if (const std::int64_t samples = image.size.width * image.format.channels; samples > max_row_length)
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("{}: rows of {} samples; allowed: 1 to {}", op, samples, max_row_length));
  return result;
}

op::Op unplaced_warp_op(OpInfo info) {
  op::Op op;
  op.info = std::move(info);
  op.info.outputs = {"out"};
  op.alphas = {Alpha::premultiply, Alpha::filter};
  op.borders = geometry_borders();
  op.space = warp_space;
  op.initial = warp_initial;
  op.rule = warp_rule;
  op.speed = [](const op::Instance& problem) { return problem.arguments.text("interpolation"); };
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

op::Op warp_op(OpInfo info, const WarpOf& warp_of, const std::vector<std::map<std::string, Value>>& proved) {
  info.inputs = {{"image", Reads::scaled}};
  op::Op op = unplaced_warp_op(std::move(info));
  const auto warp = [warp_of](const op::Instance& problem) {
    return warp_of(problem.arguments, problem.inputs.image(0));
  };
  const auto places = [warp, name = op.info.name](const op::Instance& problem) {
    const Warp found = warp(problem);
    return places_of(name.c_str(), found.matrix, found.result);
  };
  op.outputs = [warp_of, name = op.info.name](const Arguments& arguments, const op::Types& inputs) -> op::Types {
    const Warp found = warp_of(arguments, inputs.image(0));
    const ImageType result = warped_type(name, inputs.image(0), found.result);
    places_of(name.c_str(), found.matrix, found.result);
    return std::vector<ValueType>{result};
  };
  op.make = [places](const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
    return warp_make(problem, places(problem), schedule, maker);
  };
  op.reads = [places](const op::Instance& problem, const Rect& region, std::size_t) {
    return warp_reads(problem, places(problem), region);
  };
  op.placement = [warp](const op::Instance& problem) { return placement_of(warp(problem).matrix); };
  op.mismatch = [places](const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
    const auto at = [found = places(problem)](std::int64_t x, std::int64_t y) { return place_at(found, x, y); };
    return warp_mismatch(problem, at, matrix_weight_bits, in, out);
  };
  op.cases = [name = op.info.name, proved](int effort) { return warp_cases(name, proved, effort); };
  return op;
}

}  // namespace lenslet::ops
