// Finds the arithmetic that keeps a problem exact.
#include "stencil/problem.hpp"

#include <algorithm>
#include <cmath>

namespace lenslet::stencil {
namespace {

constexpr int min_i16_vector = 16;
constexpr int min_half_vector = 8;
constexpr double i16_limit = 32767.0;
constexpr double f32_exact = 16777216.0;  // 2^24: integers up to here are exact in f32
constexpr double i32_limit = 2147483647.0;
constexpr double i64_limit = 9007199254740992.0;  // 2^53: integers up to here are exact in f64, the reference's type

bool is_whole(double v) {
  return v == std::rint(v);
}

double largest_sum(const Problem& problem) {
  double largest = 0;
  for (const Mask& mask : problem.stencil.masks) {
    double sum = 0;
    for (double tap : mask.taps) sum += std::abs(tap);
    largest = std::max(largest, sum * max_value(problem.input.type));
  }
  return largest + std::abs(problem.stencil.delta);
}

}  // namespace

bool has_whole_taps(const Stencil& stencil) {
  return std::ranges::all_of(stencil.masks, [](const Mask& mask) { return std::ranges::all_of(mask.taps, is_whole); });
}

bool sums_fixed(const Problem& problem, const Schedule& schedule) {
  return problem.fixed_point && is_separated(schedule.passes) && schedule.passes != Passes::separated &&
         schedule.lanes == Lanes::single && schedule.vector >= min_i16_vector;
}

bool sums_half(const Problem& problem, const Schedule& schedule) {
  if (!problem.half_sums || schedule.lanes != Lanes::single || schedule.vector < min_half_vector ||
      schedule.passes == Passes::separated || schedule.passes == Passes::running)
    return false;
  return is_separated(schedule.passes) ? !problem.half_sums->factors.empty() : !problem.half_sums->masks.empty();
}

Problem with_own_taps(Problem problem, const Schedule& schedule) {
  if (sums_half(problem, schedule)) {
    if (is_separated(schedule.passes))
      problem.stencil.factors = problem.half_sums->factors;
    else
      problem.stencil.masks = problem.half_sums->masks;
  }
  if (!sums_fixed(problem, schedule)) return problem;
  problem.stencil.factors = {problem.fixed_point->factors};
  problem.stencil.scale = 1;
  problem.stencil.delta = problem.fixed_point->addend;
  return problem;
}

std::optional<std::string> why_no_accuracy(const Problem& problem) {
  if (problem.accuracy == Accuracy::level) return why_no_level(problem.stencil, problem.input.type, problem.output);
  if (problem.accuracy == Accuracy::half) return why_no_half(problem.stencil, problem.input.type, problem.output);
  return {};
}

Accumulator accumulator_of(const Problem& problem, const Schedule& schedule) {
  if (schedule.lanes == Lanes::packed) return Accumulator::u16x2;
  if (schedule.passes == Passes::running && is_integer(problem.input.type))
    return largest_sum(problem) <= i32_limit ? Accumulator::i32 : Accumulator::u32;
  if (sums_fixed(problem, schedule)) return Accumulator::fixed16;
  if (sums_half(problem, schedule)) return Accumulator::f16;
  if (problem.combines() || !is_integer(problem.input.type) || !has_whole_taps(problem.stencil))
    return Accumulator::f32;
  const double largest = largest_sum(problem);
  if (schedule.vector >= min_i16_vector && largest <= i16_limit) return Accumulator::i16;
  if (largest <= f32_exact || largest > i64_limit) return Accumulator::f32;
  return largest <= i32_limit ? Accumulator::i32 : Accumulator::i64;
}

std::size_t size_of(Accumulator accumulator) {
  switch (accumulator) {
    case Accumulator::i16:
    case Accumulator::fixed16:
    case Accumulator::f16:
      return 2;
    case Accumulator::i64:
      return 8;
    default:
      return 4;
  }
}

bool is_affine(const Problem& problem, const Schedule& schedule) {
  const Accumulator accumulator = accumulator_of(problem, schedule);
  if (accumulator == Accumulator::fixed16) return false;
  if (accumulator == Accumulator::f16) return true;
  const bool general = schedule.coefficients == Coefficients::general;
  if (problem.stencil.scale != 1 || (general && accumulator == Accumulator::f32)) return true;
  return accumulator != Accumulator::f32 && !is_whole(problem.stencil.delta);
}

bool sampler_has_border(const Problem& problem) {
  if (problem.border != Border::constant) return problem.border < Border::reflect101;
  const auto outside = static_cast<float>(store_value(problem.border_value[0], problem.input.type));
  return outside == 0 && !std::signbit(outside);
}

}  // namespace lenslet::stencil
