// Makes the first stage of reductions.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "array/compare.hpp"
#include "ocl/driver_limits.hpp"
#include "op/dimensions.hpp"
#include "ops/parameters.hpp"
#include "ops/reduce/reduce.hpp"

namespace lenslet::ops {
namespace {

// Returns the fewest groups. Some drivers end long loops, so more groups share the rounds there.
std::int64_t min_groups(const DeviceInfo& device, std::int64_t count, std::int64_t in_a_round) {
  if (ocl::max_loop_rounds(device) == 0) return 1;
  const std::int64_t rounds = static_cast<std::int64_t>(ocl::max_loop_rounds(device)) / 2;
  return count / (in_a_round * rounds) + 1;
}

op::Source source_of(const op::Instance& problem, const DimensionSchedule& schedule, Reduction reduction,
                     SampleType accumulator, SampleType shift, const DeviceInfo& device) {
  op::Source source({"reduce.cl"});
  source.define("REDUCE", static_cast<std::int64_t>(reduction))
      .define("TYPE", op::code_of(problem.inputs.front().type));
  source.define("ACC", op::code_of(accumulator)).define("SHIFT", shift == SampleType::i64 ? "long" : "ACC_T");
  source.define("UNIT", unit_exponent(problem.inputs.front().type, accumulator) > 0 ? "0x1p-32f" : "1");
  source.define("GROUP", schedule.number("group")).define("ITEMS", schedule.number("items"));
  const bool words = multiplies_words(schedule), sub_groups = schedule.word("combine") == "subgroup";
  source.define(words ? "WORDS" : "VEC", elements_at_once(schedule) / (words ? bytes_of_word : 1));
  source.define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("ATOMIC", schedule.word("finish") == "atomic");
  if (sub_groups) source.define("SUB_GROUPS", 1);
  if (sub_groups || words) source.option(op::later_language_option(device));
  return source;
}

}  // namespace

int unit_exponent(SampleType type, SampleType accumulator) {
  return is_integer(type) && size_of(type) == 8 && accumulator == SampleType::f32 ? 32 : 0;
}

std::uint32_t groups_for(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device) {
  const std::int64_t count = problem.inputs.front().count();
  const std::int64_t items = std::int64_t{schedule.number("group")} * elements_at_once(schedule);
  const std::int64_t wanted = is_deterministic(problem) ? schedule.number("groups") : op::groups_on(device, schedule);
  const std::int64_t full = divide_up(count, items);  // more groups have nothing to do
  return static_cast<std::uint32_t>(
      std::max({std::min(wanted, full), min_groups(device, count, items), std::int64_t{1}}));
}

Groups::Groups(op::Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker,
               Reduction reduction, SampleType accumulator, SampleType shift)
    : count_(static_cast<std::uint64_t>(problem.inputs.front().count())),
      group_(static_cast<std::uint32_t>(schedule.number("group"))),
      groups_(groups_for(problem, schedule, maker.device())),
      program_(maker.program(source_of(problem, schedule, reduction, accumulator, shift, maker.device()))),
      first_(graph.kernel(program_, "groups", {group_})) {}

bool is_deterministic(const op::Instance& problem) {
  return problem.arguments.flag("deterministic");
}

Parameter deterministic_parameter() {
  return flag_parameter("deterministic", "Sums in one order: the same bits on every run and device of one kind.");
}

SampleType sum_type(SampleType type) {
  if (type == SampleType::f64) return SampleType::f64;
  if (!is_integer(type)) return SampleType::f32;
  return min_value(type) < 0 ? SampleType::i64 : SampleType::u64;
}

// Adds up the roundings of a lane's block, a lane's blocks, a vector's lanes, a group's tree, and the groups.
double sum_bound(SampleType accumulator, double size) {
  constexpr double additions = 2 * reduce_block + 64;
  return array::rounding_of(accumulator, size) * additions;
}

}  // namespace lenslet::ops
