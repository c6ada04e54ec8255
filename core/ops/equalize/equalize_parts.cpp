// Equalises an image in parts: counts the levels of each, and then applies one table to every part.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ops/equalize/equalize.hpp"

namespace lenslet::ops {
namespace {

std::size_t levels_in(const op::Instance& problem) {
  return static_cast<std::size_t>(levels_of(counted_type(problem).type));
}

// The number of channels that are equalised.
std::size_t tables_of(const op::Instance& problem) {
  return static_cast<std::size_t>(counted_channels(problem) -
                                  (!is_by_luminance(problem) && keeps_alpha(problem) ? 1 : 0));
}

std::size_t counts_of(const op::Instance& problem) {
  if (has_table(problem)) return 0;
  return static_cast<std::size_t>(counted_channels(problem)) * levels_in(problem);
}

template <class Level>
void count_luminances(const ImageView& part, std::span<std::uint64_t> counts) {
  const int channels = part.format().channels;
  for (std::int64_t y = 0; y < part.height(); ++y) {
    const auto* pixel = reinterpret_cast<const Level*>(part.row(y));
    for (std::int64_t x = 0; x < part.width(); ++x, pixel += channels)
      ++counts[luminance_of(pixel[0], pixel[1], pixel[2])];
  }
}

void count(const op::Instance& problem, const ImageView& part, std::span<std::uint64_t> counts) {
  if (!is_by_luminance(problem)) return count_levels(part, counts);
  part.format().type == SampleType::u8 ? count_luminances<std::uint8_t>(part, counts)
                                       : count_luminances<std::uint16_t>(part, counts);
}

Call with_table(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  const std::size_t levels = levels_in(problem);
  Numbers table;
  for (std::size_t channel = 0; channel < tables_of(problem); ++channel) {
    const auto own = counts.subspan(channel * levels, levels);
    const std::vector<std::int64_t> of_channel(own.begin(), own.end());
    std::ranges::copy(equalized_levels(of_channel, problem.inputs.image(0).pixels()), std::back_inserter(table));
  }
  return {"equalize", {{"by", problem.arguments.text("by")}, {"table", std::move(table)}}};
}

}  // namespace

bool has_table(const op::Instance& problem) {
  return !problem.arguments.numbers("table").empty();
}

std::vector<double> table_of(const op::Instance& problem) {
  const Numbers& table = problem.arguments.numbers("table");
  const std::size_t levels = levels_in(problem), wanted = tables_of(problem) * levels;
  if (table.size() != wanted)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("equalize: table has {} numbers; allowed: {}, of {} levels in each of {} channels",
                            table.size(), wanted, levels, tables_of(problem)));
  for (const double level : table)
    if (level < 0 || level >= static_cast<double>(levels) || level != std::floor(level))
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("equalize: {} in table; allowed: whole numbers from 0 to {}", level, levels - 1));
  return table;
}

op::Counting equalize_counting() {
  return {counts_of, count, with_table};
}

}  // namespace lenslet::ops
