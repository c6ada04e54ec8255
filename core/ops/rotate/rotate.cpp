// Turns an image by any angle.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <lenslet/work.hpp>

#include "ops/move/move.hpp"
#include "ops/warp/warp.hpp"

namespace lenslet::ops {
namespace {

constexpr double degrees_of_quarter = 90, degrees_of_circle = 360;

constexpr char rotate_details[] =
    "Clockwise. 90: the left column becomes the top row, as OpenCV's ROTATE_90_CLOCKWISE and libvips' rot d90. NumPy's "
    "rot90, Pillow's rotate and scipy.ndimage.rotate turn the other way. Multiples of 90 copy pixels, and the "
    "interpolation means nothing to them. By other angles the image is turned round its middle. canvas grow: the "
    "result has round(width |cos| + height |sin|) columns and round(width |sin| + height |cos|) rows, as "
    "scipy.ndimage.rotate with reshape, so that nothing is cut off but rounding. keep: the result has the image's "
    "size, and its corners are cut off. inside: the result is the largest part with the image's proportions that shows "
    "nothing from outside the image, with width s and height s rounded down, where s is the lesser of "
    "width / (width |cos| + height |sin|) and height / (width |sin| + height |cos|). Outside the image is what the "
    "border says: 0 by default. Interpolations and alpha are as in warp_affine.";

// The angle as so many degrees from 0 to less than 360.
double angle_of(const Arguments& arguments) {
  const double rest = std::fmod(arguments.real("degrees"), degrees_of_circle);
  return rest < 0 ? rest + degrees_of_circle : rest;
}

// A quarter turn into another canvas than the grown one is no copy, unless the image is square.
bool is_copy(const Arguments& arguments, Size source) {
  const double quarters = angle_of(arguments) / degrees_of_quarter;
  if (quarters != std::floor(quarters)) return false;
  return arguments.text("canvas") == "grow" || source.width == source.height || std::fmod(quarters, 2) == 0;
}

Move copied_by(const Arguments& arguments, Size source) {
  const double degrees = angle_of(arguments);
  return {.part = {0, 0, source.width, source.height},
          .turned = degrees == 90 || degrees == 270,
          .right_to_left = degrees == 180 || degrees == 270,
          .bottom_up = degrees == 180 || degrees == 90};
}

// Exact for quarters.
std::pair<double, double> cosine_and_sine(double degrees) {
  if (degrees == 90) return {0, 1};
  if (degrees == 270) return {0, -1};
  const double angle = degrees * std::numbers::pi / 180;
  return {std::cos(angle), std::sin(angle)};
}

std::int64_t grown_side(double side) {
  return std::max<std::int64_t>(static_cast<std::int64_t>(std::floor(side + 0.5)), 1);
}

std::int64_t inner_side(double side) {
  return std::max<std::int64_t>(static_cast<std::int64_t>(std::floor(side)), 1);
}

// `columns` and `rows` are those that all of the turned image covers.
Size canvas_of(const Arguments& arguments, Size source, double columns, double rows) {
  if (arguments.text("canvas") == "keep") return source;
  if (arguments.text("canvas") == "grow") return {grown_side(columns), grown_side(rows)};
  const auto width = static_cast<double>(source.width), height = static_cast<double>(source.height);
  const double scale = std::min(width / columns, height / rows);
  return {inner_side(width * scale), inner_side(height * scale)};
}

Warp turned_by(const Arguments& arguments, const ImageType& source) {
  const auto [cosine, sine] = cosine_and_sine(angle_of(arguments));
  const auto width = static_cast<double>(source.size.width), height = static_cast<double>(source.size.height);
  const Size result = canvas_of(arguments, source.size, width * std::abs(cosine) + height * std::abs(sine),
                                width * std::abs(sine) + height * std::abs(cosine));
  const double x = (static_cast<double>(result.width) - 1) / 2, y = (static_cast<double>(result.height) - 1) / 2;
  return {result,
          {cosine, sine, (width - 1) / 2 - cosine * x - sine * y,    //
           -sine, cosine, (height - 1) / 2 + sine * x - cosine * y,  //
           0, 0, 1}};
}

std::vector<Parameter> rotate_parameters() {
  return {{.name = "degrees",
           .summary = "The angle, clockwise.",
           .kind = ParameterKind::real,
           .initial = 90.0,
           .unit = "degrees"},
          {.name = "canvas",
           .summary = "Whether the result grows, so that all of the image is seen, keeps the image's size, or shows "
                      "only what lies "
                      "inside the image.",
           .kind = ParameterKind::choice,
           .initial = std::string("grow"),
           .choices = {"grow", "keep", "inside"}},
          sampling_parameter()};
}

OpInfo describe_rotate() {
  return {.name = "rotate",
          .summary = "The image turned clockwise by any angle.",
          .details = rotate_details,
          .parameters = rotate_parameters(),
          .outputs = {},
          .synonyms = {
              "rot", "turn", "imrotate", "deskew", "straighten", {"rot90", "degrees=270"}, {"rot180", "degrees=180"}}};
}

bool is_copy(const op::Instance& problem) {
  return is_copy(problem.arguments, problem.inputs.image(0).size);
}

// Copies and warps have schedules of their own.
std::string speed_of_rotate(const op::Instance& problem) {
  if (!is_copy(problem)) return problem.arguments.text("interpolation");
  return copied_by(problem.arguments, problem.inputs.image(0).size).turned ? "turned" : "moved";
}

op::ProblemPtr masked_rotate(const op::OpPtr& op, const Work& work) {
  if (!op->copies(work)) op::refuse_missing(op->info, "it mixes pixels");
  return op::unmasked_problem(op, work);
}

void check_mixed(const Arguments& arguments, const ImageType& source) {
  if (std::ranges::count(filter_types, source.format.type) > 0) return;
  throw SampleTypeError(
      fmt::format("rotate: {} turned by {} degrees, which mixes pixels; allowed: u8, u16, f16, f32, and quarters "
                  "of other types",
                  name_of(source.format.type), arguments.real("degrees")));
}

// A case of a square image that keeps its size at a quarter turn is one of a copy, which has no border.
bool mixes(const op::Case& each) {
  return !is_copy(Arguments(describe_rotate(), each.call.arguments), std::get<Image>(each.inputs.front()).size());
}

// Returns a function of an op that asks `copying` where pixels are only copied, else `mixing`.
template <class Result, class... More>
std::function<Result(const op::Instance&, More...)> either(std::function<Result(const op::Instance&, More...)> copying,
                                                           std::function<Result(const op::Instance&, More...)> mixing) {
  return [=](const op::Instance& problem, More... more) {
    return (is_copy(problem) ? copying : mixing)(problem, more...);
  };
}

}  // namespace

op::Op rotate() {
  const op::Op copying =
      move_op(describe_rotate(), copied_by, {{{"degrees", 90.0}}, {{"degrees", 180.0}}, {{"degrees", -90.0}}});
  op::Op op = warp_op(describe_rotate(), turned_by,
                      {{{"degrees", 30.0}},
                       {{"degrees", 2.0}, {"canvas", std::string("keep")}},
                       {{"degrees", -101.5}},
                       {{"degrees", 7.0}, {"canvas", std::string("inside")}},
                       {{"degrees", 270.0}, {"canvas", std::string("keep")}}});
  op.outputs = [=, mixing = op.outputs](const Arguments& arguments, const op::Types& inputs) {
    if (is_copy(arguments, inputs.image(0).size)) return copying.outputs(arguments, inputs);
    check_mixed(arguments, inputs.image(0));
    return mixing(arguments, inputs);
  };
  op.info.inputs = copying.info.inputs;
  op.space = either(copying.space, op.space);
  op.initial = either(copying.initial, op.initial);
  op.rule = either(copying.rule, op.rule);
  op.make = either(copying.make, op.make);
  op.reads = either(copying.reads, op.reads);
  op.placement = either(copying.placement, op.placement);
  op.mismatch = either(copying.mismatch, op.mismatch);
  op.cases = [=, mixing = op.cases](int effort) {
    std::vector<op::Case> cases = copying.cases(effort);
    std::ranges::copy_if(mixing(effort), std::back_inserter(cases), mixes);
    return cases;
  };
  op.speed = speed_of_rotate;
  op.masked = masked_rotate;
  op.copies = [info = op.info](const Work& work) {
    const auto* image = work.inputs.empty() ? nullptr : std::get_if<ImageType>(&work.inputs.front());
    return image && is_copy(Arguments(info, work.call.arguments), image->size);
  };
  return op;
}

}  // namespace lenslet::ops
