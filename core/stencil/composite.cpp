// Decides which stencils one launch can compute with unchanged results.
#include "stencil/composite.hpp"

#include <algorithm>

#include "stencil/element.hpp"

namespace lenslet::stencil {
namespace {

constexpr int max_columns = 15;  // of windows into windows: each group computes the margins of their tiles

// Whether two stencils agree in everything that one launch has once for both.
bool agree(const Problem& a, const Problem& b) {
  const bool one_border = a.border == b.border && a.border <= Border::reflect101 &&
                          (a.border != Border::constant || a.border_value == b.border_value);
  return one_border && a.input == b.input && a.layered == b.layered && !a.keep_alpha && !b.keep_alpha &&
         a.accuracy == Accuracy::exact && b.accuracy == Accuracy::exact && count_inputs(a) == 1 && count_inputs(b) == 1;
}

// Whether the problem is one mask whose sums f32 holds, so that all schedules of one order give the same bits.
bool is_plain_mask(const Problem& problem) {
  return problem.masks() == 1 && !problem.combines() && !problem.producer && !problem.prologue &&
         accumulator_of(problem, Schedule{}) == Accumulator::f32;
}

// Whether the problem is the least or greatest integer of a rectangle. Floats may be NaN, and then the order counts.
bool is_plain_extreme(const Problem& problem) {
  return problem.stencil.extreme != Extreme::none && is_rectangle(problem.stencil) && is_integer(problem.input.type) &&
         !problem.producer && !problem.prologue;
}

bool is_small(const Problem& problem) {
  return std::max(problem.width(), problem.height()) <= max_columns;
}

// The plainest schedule of one mask that adds up in this order: along rows first, or over the whole mask.
Schedule plain(bool separated) {
  Schedule schedule;
  schedule.coefficients = Coefficients::literal;
  if (separated) {
    schedule.passes = Passes::separated_window;
    schedule.staging = Staging::window;
  }
  return schedule;
}

}  // namespace

std::optional<Problem> preceded(const Problem& problem, const op::Prologue& prologue) {
  if (problem.prologue || problem.producer || problem.joined || problem.keep_alpha ||
      problem.input.type == SampleType::f16 || count_inputs(problem) > 1)
    return {};
  Problem result = problem;
  result.prologue = prologue;
  return result;
}

std::optional<Problem> fed(const Problem& problem, const Problem& producer) {
  if (!agree(problem, producer) || (!is_plain_mask(producer) && !is_plain_extreme(producer)) ||
      producer.output != problem.input.type || stored_type(producer) != producer.output ||
      producer.output == SampleType::f16 || problem.producer || problem.prologue || !is_small(problem) ||
      !is_small(producer))
    return {};
  if (producer.epilogue && (producer.epilogue->needs_columns || !producer.epilogue->tables.empty())) return {};
  Problem result = problem, first = producer;
  if (first.epilogue) result.prologue = {*first.epilogue, first.output};
  first.epilogue.reset();
  result.producer = std::make_shared<const Problem>(std::move(first));
  return result;
}

std::optional<Problem> joined(const Problem& first, const Problem& second) {
  const Stencil &a = first.stencil, &b = second.stencil;
  if (!agree(first, second) || !is_plain_mask(first) || !is_plain_mask(second) || first.output != second.output ||
      a.scale != b.scale || a.delta != b.delta || first.epilogue || second.epilogue)
    return {};
  Problem result = first;
  result.joined = true;
  result.stencil.radius_x = std::max(a.radius_x, b.radius_x);
  result.stencil.radius_y = std::max(a.radius_y, b.radius_y);
  result.stencil.masks.push_back(b.masks.front());
  if (a.factors.empty() || b.factors.empty())
    result.stencil.factors.clear();
  else
    result.stencil.factors.push_back(b.factors.front());
  result.stencil.outputs.push_back(b.outputs.front());
  result.stencil.reference = {};
  if (accumulator_of(result, Schedule{}) != Accumulator::f32) return {};
  return result;
}

bool goes_along_rows(const Problem& producer) {
  return !producer.linear() || !producer.stencil.factors.empty();
}

bool gains_in_strips(const Problem& fed) {
  constexpr int max_taps_of_mask = 49, max_taps_of_extreme = 25;
  Schedule long_vectors;
  long_vectors.vector = max_standard_vector;
  const auto sums_floats = [&](const Problem& problem) {
    return problem.linear() && accumulator_of(problem, long_vectors) == Accumulator::f32;
  };
  const Problem& producer = *fed.producer;
  return sums_floats(fed) && (producer.linear() ? sums_floats(producer) && producer.taps() <= max_taps_of_mask
                                                : producer.taps() <= max_taps_of_extreme);
}

std::vector<Schedule> schedules_alone(const Problem& problem, const Schedule& schedule) {
  if (problem.joined) return {2, plain(is_separated(schedule.passes))};
  if (problem.producer) return {schedule, plain(problem.producer->linear() && goes_along_rows(*problem.producer))};
  return {schedule};
}

}  // namespace lenslet::stencil
