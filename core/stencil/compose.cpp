// Writes the defines of a program and joins the files behind them.
#include "stencil/compose.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernel_texts.hpp"
#include "stencil/composite.hpp"
#include "stencil/defines.hpp"
#include "stencil/element.hpp"
#include "stencil/files.hpp"
#include "stencil/general.hpp"
#include "stencil/operands.hpp"
#include "stencil/packing.hpp"
#include "stencil/problem.hpp"
#include "stencil/rounds.hpp"
#include "stencil/running.hpp"
#include "stencil/selection.hpp"
#include "stencil/space.hpp"
#include "stencil/taps.hpp"
#include "stencil/tile.hpp"
#include "stencil/tiling.hpp"

namespace lenslet::stencil {
namespace {

template <class Number>
void put(std::vector<std::byte>& bytes, Number number) {
  const std::size_t end = bytes.size();
  bytes.resize(end + sizeof number);
  std::memcpy(bytes.data() + end, &number, sizeof number);
}

void put_value(std::vector<std::byte>& bytes, double value, Accumulator accumulator) {
  if (accumulator == Accumulator::f32) put(bytes, static_cast<float>(value));
  if (accumulator == Accumulator::i16) put(bytes, static_cast<std::int16_t>(value));
  if (accumulator == Accumulator::f16) put(bytes, to_half(static_cast<float>(value)));
  if (accumulator == Accumulator::fixed16) put(bytes, static_cast<std::uint16_t>(value));
  if (accumulator == Accumulator::i32 || accumulator == Accumulator::u32) put(bytes, static_cast<std::int32_t>(value));
  if (accumulator == Accumulator::i64) put(bytes, static_cast<std::int64_t>(value));
}

// The type of taps in a list, see taps.cl.
Accumulator stored_in_list(Accumulator accumulator) {
  if (accumulator == Accumulator::f16) return Accumulator::f32;
  return size_of(accumulator) < sizeof(std::int32_t) ? Accumulator::i32 : accumulator;
}

// The bytes of an array of taps.cl's Tap. It is never empty, and kernels get the list's length.
std::vector<std::byte> bytes_of(const std::vector<double>& values, Accumulator accumulator) {
  std::vector<std::byte> bytes;
  for (const double value : values) put_value(bytes, value, accumulator);
  return bytes;
}

std::vector<std::byte> bytes_of(TapList list, Accumulator accumulator) {
  const Accumulator stored = stored_in_list(accumulator);
  if (list.taps.empty()) list.taps.emplace_back();
  std::vector<std::byte> bytes;
  for (const ListedTap& tap : list.taps) {
    put(bytes, static_cast<std::int32_t>(tap.dx));
    put(bytes, static_cast<std::int32_t>(tap.dy));
    for (const double value : tap.values) put_value(bytes, value, stored);
  }
  return bytes;
}

std::vector<std::byte> bytes_of(const NetworkList& list) {
  std::vector<std::byte> bytes;
  for (const auto& [a, b] : list.pairs) {
    put(bytes, static_cast<std::int32_t>(a));
    put(bytes, static_cast<std::int32_t>(b));
  }
  return bytes;
}

std::vector<std::byte> bytes_of(const std::vector<std::int32_t>& numbers) {
  std::vector<std::byte> bytes;
  for (const std::int32_t number : numbers) put(bytes, number);
  return bytes;
}

constexpr int row_exponent = 126, column_exponent = 23;

// Whether the schedule's sums can take tiny samples: neither taps nor products then leave the range of floats.
bool takes_tiny_samples(const Problem& problem, const Schedule& schedule) {
  const auto is_plain = [](double tap) { return tap == 0 || (std::abs(tap) < 2 && std::abs(tap) > 1e-9); };
  return schedule.lanes == Lanes::words && is_separated(schedule.passes) &&
         accumulator_of(problem, schedule) == Accumulator::f32 &&
         std::ranges::all_of(problem.stencil.factors, [&](const Factors& factors) {
           return std::ranges::all_of(factors.row, is_plain) && std::ranges::all_of(factors.column, is_plain);
         });
}

// Makes taps larger by the factor by which tiny samples are smaller.
void scale_for_tiny_samples(std::vector<double>& taps, const Problem& problem) {
  const auto width = static_cast<std::size_t>(problem.width()),
             both = width + static_cast<std::size_t>(problem.height());
  for (std::size_t i = 0; i < taps.size(); ++i)
    taps[i] = std::ldexp(taps[i], i % both < width ? row_exponent : column_exponent);
}

void define_prologue(Defines& defines, const op::Epilogue& points) {
  defines.add("NUMBERS_BEFORE", points.numbers);
  defines.add("STEPS_BEFORE", points.steps);
  defines.add("LAST_VALUE_BEFORE", points.last_value);
  defines.add("TABLES_BEFORE(F)", points.table_list);
}

void define_producers_mask(Defines& defines, const Problem& producer) {
  const Passes passes = goes_along_rows(producer) ? Passes::separated_window : Passes::single;
  std::string list;
  for (const double tap : taps_of(producer, passes, {0})) list += (list.empty() ? "" : ", ") + float_literal(tap);
  defines.add("PRODUCER_TAPS", "{" + list + "}");
  defines.add("PRODUCER_AFFINE", producer.stencil.scale == 1 ? 0 : 1);
  defines.add("PRODUCER_SCALE", float_literal(producer.stencil.scale));
  defines.add("PRODUCER_DELTA", float_literal(producer.stencil.delta));
  defines.add("PRODUCER_IN_RANGE", gives_only_bytes(producer) ? 1 : 0);
}

// The macros that producer.cl needs.
void define_producer(Defines& defines, const Problem& producer) {
  defines.add("PRODUCED", 1);
  defines.add("PRODUCER_RADIUS_X", producer.stencil.radius_x);
  defines.add("PRODUCER_RADIUS_Y", producer.stencil.radius_y);
  defines.add("PRODUCER_EXTREME", static_cast<int>(producer.stencil.extreme));
  defines.add("PRODUCER_SEPARATED", goes_along_rows(producer) ? 1 : 0);
  if (producer.linear()) define_producers_mask(defines, producer);
}

void define_others(Defines& defines, const Problem& problem) {
  if (problem.prologue) define_prologue(defines, problem.prologue->points);
  if (problem.producer) define_producer(defines, *problem.producer);
}

// The files of all point functions, once for each type of their arithmetic.
std::string functions_of(const Problem& problem) {
  std::vector<std::pair<std::string, std::string>> functions;  // a function may call those before it
  const auto add = [&](const op::Epilogue& points) {
    for (const auto& function : points.functions)
      if (std::ranges::count(functions, function) == 0) functions.push_back(function);
  };
  if (problem.prologue) add(problem.prologue->points);
  if (problem.epilogue) add(*problem.epilogue);
  std::string text = "\n";
  for (const auto& [file, type] : functions) text += kernel_text_with(file, "TYPE", type);
  return text + "#undef TYPE\n";
}

// A loop is unrolled where lanes times taps are at most this number. Beyond it compilers slow down faster than kernels
// speed up. The limit is lower where each lane is a read of its own, as with clamped edges and from image objects. It
// is higher in strips, which have no border path. A vector counts as at least `min_lanes`, since it takes as many
// instructions as a longer one: 961 taps of single lanes, converted from f16, kept PoCL busy for 100 s.
constexpr int max_lanes_unrolled = 5200;
constexpr int min_lanes = 8;
constexpr int max_unrolled_reads = 100;
constexpr int max_unrolled_strip_lanes = 12000;

bool unrolls(const Problem& problem, const Schedule& schedule, std::size_t taps) {
  if (schedule.passes == Passes::separated_strip) {
    const int of_block = problem.height() * schedule.items_y;
    return problem.masks() * (problem.width() + of_block) * schedule.vector <= max_unrolled_strip_lanes;
  }
  const int of_vector = schedule.lanes == Lanes::packed ? schedule.vector / 2 : schedule.vector;
  const int vectors = static_cast<int>(taps) * (sweeps(schedule) ? problem.height() : schedule.items_y);
  const bool reads_lanes =
      !is_local(schedule.staging) && (schedule.edges == Edges::clamp || schedule.storage != Storage::buffer);
  return (reads_lanes ? vectors * of_vector <= max_unrolled_reads
                      : vectors * std::max(of_vector, min_lanes) <= max_lanes_unrolled) &&
         schedule.coefficients != Coefficients::general;
}

struct Names {
  const char* type;         // ARITH_TYPE
  const char* coefficient;  // OpenCL C
};

Names names_of(Accumulator accumulator) {
  switch (accumulator) {
    case Accumulator::i16:
      return {"I16", "short"};
    case Accumulator::i32:
      return {"I32", "int"};
    case Accumulator::i64:
      return {"I64", "long"};
    case Accumulator::u16x2:
      return {"U16X2", "int"};
    case Accumulator::u32:
      return {"U32", "uint"};
    case Accumulator::fixed16:
      return {"FIXED16", "ushort"};
    case Accumulator::f16:
      return {"F16", "half"};
    default:
      return {"F32", "float"};
  }
}

std::string literal(double value, Accumulator accumulator) {
  if (accumulator == Accumulator::f32 || accumulator == Accumulator::f16) return float_literal(value);
  return fmt::format("{}{}", static_cast<std::int64_t>(value), accumulator == Accumulator::i64 ? "L" : "");
}

std::string arithmetic_name(const Problem& problem, const Schedule& schedule) {
  if (problem.linear()) return names_of(accumulator_of(problem, schedule)).type;
  if (schedule.lanes == Lanes::packed) return "U16X2";
  return orders_integers(problem) ? op::upper(name_of(problem.input.type)) : "F32";
}

bool scales_shorts(const Problem& problem, const Schedule& schedule) {
  return problem.linear() && schedule.coefficients == Coefficients::literal && is_affine(problem, schedule) &&
         accumulator_of(problem, schedule) == Accumulator::i16 && !short_macros(problem).empty();
}

std::string result_name(const Problem& problem, const Schedule& schedule, const std::string& arithmetic) {
  if (schedule.lanes == Lanes::packed && schedule.passes == Passes::running) return op::upper(name_of(problem.output));
  if (schedule.lanes == Lanes::packed) return gives_bytes(problem) ? op::upper(name_of(problem.output)) : "F32";
  if (sums_fixed(problem, schedule) || scales_shorts(problem, schedule)) return "U8";
  return problem.linear() && is_affine(problem, schedule) ? "F32" : arithmetic;
}

void define_pixels(Defines& defines, const Problem& problem, const Schedule& schedule, int outputs) {
  const std::string arithmetic = arithmetic_name(problem, schedule);
  defines.add("SRC_TYPE", op::upper(name_of(problem.input.type)));
  defines.add("MEMORY_TYPE", op::upper(name_of(format_in_memory(problem).type)));
  defines.add("DST_TYPE", op::upper(name_of(problem.output)));
  defines.add("STORED_TYPE", op::upper(name_of(stored_type(problem))));
  defines.add("ARITH_TYPE", arithmetic);
  defines.add("RESULT_TYPE", result_name(problem, schedule, arithmetic));
  defines.add("CHANNELS", problem.input.channels);
  defines.add("KEEP_ALPHA", problem.keep_alpha ? 1 : 0);
  // With the border `discard` no window leaves the image, so the program of `replicate` serves it, too.
  defines.add("BORDER", op::upper(name_of(problem.border == Border::discard ? Border::replicate : problem.border)));
  const Size window = window_of_program(problem, schedule);
  defines.add("RADIUS_X", window.width / 2);
  defines.add("RADIUS_Y", window.height / 2);
  defines.add("OUTPUTS", outputs);
}

void define_tile(Defines& defines, const Problem& problem, const Schedule& schedule) {
  const Tile tile = tile_of(schedule, problem);
  if (is_local(schedule.staging)) {
    defines.add("STAGING", tile.loops == 1 ? "STAGE_LOCAL1" : "STAGE_LOCAL2");
    defines.add("TILE_WIDTH", tile.width);
  }
  defines.add("TILE_ROWS", tile.rows);
  if (tile.sums_width) defines.add("ROW_SUMS_WIDTH", tile.sums_width);
}

void define_running_tile(Defines& defines, const Problem& problem, const Schedule& schedule) {
  const RunningTile tile = running_tile(schedule, problem);
  const bool packed = schedule.lanes == Lanes::packed;
  defines.add(packed ? "SEGMENT" : "SEGMENTS", packed ? tile.segment : tile.segments);
  if (const auto sides = rectangle_of(problem.stencil); sides && !is_rectangle(problem.stencil)) {
    defines.add("EVEN_X", problem.width() - sides->width);
    defines.add("EVEN_Y", problem.height() - sides->height);
  }
}

void define_cells(Defines& defines, Composition& result, const Problem& problem, const Schedule& schedule) {
  const ChordTable table = chord_table(schedule, problem);
  if (schedule.coefficients != Coefficients::general) {
    defines.add("CELLS", table.cells);
    defines.add("CELL_WIDTH", cells_of(schedule, problem).width);
    defines.add("LEVELS", table.levels);
  }
  result.taps = bytes_of(table.numbers);
}

// Repeating borders need coordinates that are fractions. PoCL 3.1 then takes an array's layer for a fraction, too.
bool uses_sampler(const Problem& problem, const Schedule& schedule) {
  const bool repeats = problem.border == Border::reflect || problem.border == Border::wrap;
  return schedule.edges == Edges::sampler && sampler_has_border(problem) &&
         !(repeats && schedule.storage == Storage::image_array);
}

void define_schedule(Defines& defines, const Problem& problem, const Schedule& schedule, Target target) {
  for (const Axis& axis : axes())
    for (const auto& [name, value] : axis.macros(schedule)) defines.add(name, value);
  defines.add("STRIPS", computes_strips(schedule) ? 1 : 0);
  defines.add("STRIP_ROWS", rows_of_item(schedule));
  if (problem.layered) defines.add("LAYERED", 1);
  defines.add("HARDWARE_BORDER", uses_sampler(problem, schedule) ? 1 : 0);
  defines.add("SIDE_BY_SIDE", reads_side_by_side(schedule, problem) ? 1 : 0);
  defines.add("FRAME_GROUP", target.frame_group);
  defines.add("PAIRED_MINIMA", target.paired_minima ? 1 : 0);
  defines.add("LANE_SUMS", target.lane_sums ? 1 : 0);
  defines.add("FAST_FMA", target.fast_fma ? 1 : 0);
  defines.add("LOOSE_VECTORS", target.loose_vectors ? 1 : 0);
}

void define_body(Defines& defines, const Problem& problem, const Schedule& schedule) {
  const Stencil& stencil = problem.stencil;
  defines.add("NEEDS_INSIDE", stencil.needs_inside ? 1 : 0);
  if (schedule.coefficients == Coefficients::general)
    defines.add("SORTED_SAMPLES", max_sorted_samples);
  else if (schedule.selection != Selection::network)
    defines.add("RANK", stencil.rank.value_or(0));
  defines.add("EXTREME", static_cast<int>(stencil.extreme));
  if (!calls_body(problem, schedule)) return;
  if (!stencil.numbers.empty()) defines.add("BODY_ARGUMENTS", 1);
  if (stencil.inputs > 1) defines.add("OTHERS", stencil.inputs - 1);
  if (!stencil.second.empty()) defines.add("OP_SECOND", stencil.second);
  for (const auto& [name, value] : stencil.defines) defines.add(name, value);
  defines.add("OP", stencil.body.substr(0, stencil.body.find('.')));
}

double offset_of(const Problem& problem) {
  return problem.combines() ? problem.stencil.number : problem.stencil.delta;
}

// The type of the offset in a program. An op's own number is a float, also where lanes of 16 bits hold the sums.
Accumulator type_of_offset(const Problem& problem, const Schedule& schedule) {
  const bool is_float = problem.combines() || is_affine(problem, schedule);
  return is_float ? Accumulator::f32 : accumulator_of(problem, schedule);
}

// Whether a combining op can decide a cut by its sums before they are rounded: it can for bytes, whole taps and a cut
// at a level of the results.
bool cuts_whole_sums(const Problem& problem) {
  const auto& cut = problem.epilogue->cut;
  return cut && *cut >= 1 && *cut <= max_value(SampleType::u8) && problem.output == SampleType::u8 &&
         problem.input.type == SampleType::u8 && problem.combines() && has_whole_taps(problem.stencil);
}

void define_epilogue(Defines& defines, const op::Epilogue& epilogue) {
  defines.add("NUMBERS_OF_STEPS", epilogue.numbers);
  defines.add("STEPS", epilogue.steps);
  defines.add("RESULT_VALUE", epilogue.result_value);
  defines.add("LAST_VALUE", epilogue.last_value);
  std::string beside;
  for (const op::Epilogue::Beside& image : epilogue.beside)
    beside += fmt::format("F({}, {}) ", op::upper(name_of(image.format.type)), image.value);
  defines.add("BESIDE(F)", beside);
  defines.add("TABLES_OF_STEPS(F)", epilogue.table_list);
}

void define_literals(Defines& defines, const Problem& problem, const Schedule& schedule,
                     const std::vector<double>& taps) {
  const Accumulator accumulator = accumulator_of(problem, schedule);
  std::string list;
  for (double tap : taps) list += (list.empty() ? "" : ", ") + literal(tap, accumulator);
  defines.add("TAPS", "{" + list + "}");
  defines.add("SCALE", literal(problem.stencil.scale, Accumulator::f32));
  defines.add("DELTA", literal(offset_of(problem), type_of_offset(problem, schedule)));
}

// The lengths of a list's first part and of the rest.
std::array<std::int32_t, 2> counts_of(std::size_t first, std::size_t all) {
  return {static_cast<std::int32_t>(first), static_cast<std::int32_t>(all - first)};
}

void put_arguments(Composition& result, const Problem& problem, const Schedule& schedule, const std::vector<int>& masks,
                   const std::vector<double>& taps) {
  const Accumulator accumulator = accumulator_of(problem, schedule);
  if (schedule.coefficients == Coefficients::general) {
    const TapList list = list_taps(problem, schedule.passes, masks);
    result.tap_counts = counts_of(list.row, list.taps.size());
    result.taps = bytes_of(list, accumulator);
  } else {
    result.taps = bytes_of(taps, accumulator);
  }
  result.scale = static_cast<float>(problem.stencil.scale);
  result.delta = bytes_of({offset_of(problem)}, type_of_offset(problem, schedule));
}

void put_network(Composition& result, const Problem& problem) {
  const NetworkList list = list_network(problem);
  result.tap_counts = counts_of(list.places, list.pairs.size());
  result.taps = bytes_of(list);
}

void define_masks(Defines& defines, Composition& result, const Problem& problem, const Schedule& schedule,
                  const std::vector<int>& masks, Target target) {
  std::vector<double> taps = taps_of(problem, schedule.passes, masks);
  if (target.tiny_floats && takes_tiny_samples(problem, schedule)) {
    scale_for_tiny_samples(taps, problem);
    defines.add("TINY_SAMPLES", 1);
  }
  const bool is_literal = schedule.coefficients == Coefficients::literal;
  defines.add("MASKS", masks.size());
  defines.add("COEFFICIENT", names_of(accumulator_of(problem, schedule)).coefficient);
  defines.add("UNROLL_TAPS", unrolls(problem, schedule, taps.size()) ? 1 : 0);
  defines.add("AFFINE", is_affine(problem, schedule) ? 1 : 0);
  defines.add("COMBINE", problem.combines() ? 1 : 0);
  defines.add("IN_RANGE", is_literal && gives_only_bytes(problem) ? 1 : 0);
  if (schedule.lanes == Lanes::packed && schedule.passes != Passes::running)
    for (const auto& [name, value] : packed_macros(problem)) defines.add(name, value);
  if (scales_shorts(problem, schedule))
    for (const auto& [name, value] : short_macros(problem)) defines.add(name, value);
  if (is_literal)
    define_literals(defines, problem, schedule, taps);
  else
    put_arguments(result, problem, schedule, masks, taps);
}

}  // namespace

Composition compose(const Problem& wanted, const Schedule& schedule, const std::vector<int>& masks, Target target) {
  const Problem problem = with_own_taps(wanted, schedule);
  Composition result;
  Defines defines;
  const bool sums_are_outputs = problem.linear() && !problem.combines();
  const std::size_t outputs = sums_are_outputs ? masks.size() : problem.stencil.outputs.size();
  define_pixels(defines, problem, schedule, static_cast<int>(outputs));
  define_schedule(defines, problem, schedule, target);
  if (has_tile(schedule)) define_tile(defines, problem, schedule);
  for (const auto& [name, value] : edge_macros(schedule, problem)) defines.add(name, value);
  if (schedule.passes == Passes::running) define_running_tile(defines, problem, schedule);
  if (schedule.passes == Passes::chords) define_cells(defines, result, problem, schedule);
  define_body(defines, problem, schedule);
  define_others(defines, problem);
  if (problem.epilogue) define_epilogue(defines, *problem.epilogue);
  if (problem.epilogue && cuts_whole_sums(problem)) defines.add("CUT", float_literal(*problem.epilogue->cut));
  if (problem.linear()) define_masks(defines, result, problem, schedule, masks, target);
  if (tap_arguments(problem, schedule) == TapArguments::network) {
    defines.add("NETWORK_SAMPLES", max_samples_of_network);
    put_network(result, problem);
  }
  if (!problem.stencil.numbers.empty()) result.taps = bytes_of(problem.stencil.numbers, Accumulator::f32);

  result.source = defines.text();
  for (const std::string& file : files_of(problem, schedule)) {
    result.source += fmt::format("\n{}", file == levels_of_tiles ? tiling_text(schedule, problem) : kernel_text(file));
    if (file == functions_begin) result.source += functions_of(problem);
  }
  return result;
}

}  // namespace lenslet::stencil
