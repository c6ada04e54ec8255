// A stencil together with the pixels that it is for: all that a schedule does not decide.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include <lenslet/border.hpp>
#include <lenslet/pixel.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/schedule.hpp>

#include "op/epilogue.hpp"
#include "stencil/fixed_point.hpp"
#include "stencil/half_sums.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::stencil {

struct Problem {
  Stencil stencil;
  PixelFormat input;
  SampleType output = SampleType::u8;
  Border border = Border::reflect101;
  std::array<double, 4> border_value{};
  bool keep_alpha = false;
  bool layered = false;                       // images may have several layers
  Accuracy accuracy = Accuracy::exact;        // that the call asks for
  std::optional<FixedPoint> fixed_point;      // with Accuracy::level, where sums of 16 bits are accurate enough
  std::optional<HalfSums> half_sums;          // with Accuracy::half, where sums of f16 are accurate enough
  std::optional<op::Epilogue> epilogue = {};  // functions that results pass before they are stored
  std::optional<op::Prologue> prologue = {};  // functions that samples pass when they are loaded

  // A problem whose results are this one's input, see producer.cl. The functions of `prologue` then change its results
  // and not samples as they are loaded.
  std::shared_ptr<const Problem> producer = {};
  bool joined = false;  // two problems of one mask each and of one input

  bool linear() const { return !stencil.masks.empty(); }
  bool combines() const { return linear() && !stencil.body.empty(); }
  int width() const { return 2 * stencil.radius_x + 1; }  // of the window
  int height() const { return 2 * stencil.radius_y + 1; }
  int taps() const { return width() * height(); }
  int masks() const { return static_cast<int>(stencil.masks.size()); }
};

// The inputs of the windows, and those of an epilogue behind them.
inline std::size_t count_inputs(const Problem& problem) {
  return problem.stencil.inputs + (problem.epilogue ? problem.epilogue->beside.size() : 0);
}

// The type of the outputs' samples in memory, behind an epilogue. `output` is their type before it.
inline SampleType stored_type(const Problem& problem) {
  return problem.epilogue ? problem.epilogue->type : problem.output;
}

// The input's format in memory. `input` is the format of its samples as the stencil sees them.
inline PixelFormat format_in_memory(const Problem& problem) {
  const SampleType type = problem.prologue && !problem.producer ? problem.prologue->memory : problem.input.type;
  return {type, problem.input.channels, problem.input.alpha};
}

inline PixelFormat output_format(const Problem& problem) {
  return {stored_type(problem), problem.input.channels, problem.input.alpha};
}

// The type of sums. Sums of integers are f32 where it holds every partial sum exactly, and wider integers elsewhere.
// They are i16 where 16 bits are enough and vectors are long, because a CPU's register then holds the most of them.
// u16x2 are packed lanes, u32 running sums. fixed16 are sums of separated passes with 8 bits of fraction, see
// fixed_point.hpp. f16 are sums of calls that allow them, see half_sums.hpp.
enum class Accumulator : std::uint8_t { f32, i16, i32, i64, u16x2, u32, fixed16, f16 };

Accumulator accumulator_of(const Problem& problem, const Schedule& schedule);
std::size_t size_of(Accumulator accumulator);  // bytes

// Whether sums are fixed16: the call allows it, vectors are as long as for i16, and one launch makes all sums.
bool sums_fixed(const Problem& problem, const Schedule& schedule);

// Whether sums are f16: the call allows it, vectors fill a register, and one launch makes all sums.
bool sums_half(const Problem& problem, const Schedule& schedule);

// The problem with the taps that the schedule's sums use: sums of fixed16 and of f16 have taps of their own.
Problem with_own_taps(Problem problem, const Schedule& schedule);

// Returns why the call's accuracy has no meaning for the problem; nothing where it has one.
std::optional<std::string> why_no_accuracy(const Problem& problem);

// Whether the result is scale * sum + delta in f32. Elsewhere it is sum + delta in the accumulator's type. General
// programs that sum in f32 are always affine, so that one program serves all scales, and so are sums in f16.
bool is_affine(const Problem& problem, const Schedule& schedule);

// How many rows a work-item computes.
inline int rows_of_item(const Schedule& schedule) {
  constexpr int blocks_of_strip = 16;
  return schedule.items_y * (computes_strips(schedule) ? blocks_of_strip : 1);
}

// Whether every tap is a whole number.
bool has_whole_taps(const Stencil& stencil);

// Whether a sampler can make the border. Samplers know only the constant zero.
bool sampler_has_border(const Problem& problem);

}  // namespace lenslet::stencil
