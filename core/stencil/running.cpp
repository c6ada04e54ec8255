// Cuts images into strips that groups walk down.
#include "stencil/running.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "rounding.hpp"
#include "stencil/element.hpp"
#include "stencil/general.hpp"
#include "stencil/packing.hpp"

namespace lenslet::stencil {
namespace {

constexpr double max_of_word = 4294967295;  // the most that 32 bits hold

// Limits of a strip's rows. Before its first result a group adds up as many rows as a window has.
constexpr std::int64_t max_strip_length = 256;
constexpr std::int64_t min_strip_length = 16;
constexpr std::int64_t windows_of_strip = 4;

// A unit of the H200 has registers for this many groups of 128 work-items at a time. One more group would wait until
// another ends. More strips would also add up more rows before their first results.
constexpr std::int64_t packed_groups_of_unit = 5;

constexpr int max_doublings = 9;  // doublings of a window along a row, plus the step that uses the last window

constexpr std::uint64_t max_own_bytes = 2 << 20;

// Local memory's banks, see running_sums.cl.
constexpr std::int64_t banks = 32;

bool is_box(const Stencil& stencil) {
  const auto is_one = [](double tap) { return tap == 1; };
  return stencil.masks.size() == 1 && stencil.body.empty() && std::ranges::all_of(stencil.masks.front().taps, is_one);
}

// The bytes of a batch of rows of sums and of the totals of their segments, see running_sums.cl.
std::uint64_t bytes_of_sums(const Schedule& s, const RunningTile& tile, std::int64_t channels) {
  const std::int64_t row =
      round_up(channels, std::int64_t{s.vector}) + round_up(round_up(tile.width, channels), std::int64_t{s.vector});
  const std::int64_t sums = s.items_y * row, totals = s.items_y * tile.segments * channels;
  return sizeof(std::uint32_t) * static_cast<std::uint64_t>(sums + sums / banks + totals);
}

// The vectors of a row in local memory, see running_blocks.cl.
std::int64_t row_vectors(const Schedule& s, const Problem& problem) {
  const auto power =
      static_cast<std::int64_t>(std::bit_floor(static_cast<unsigned>(window_of_program(problem, s).width)));
  return std::int64_t{s.group_width} * s.items_x + divide_up(power / 2 * problem.input.channels, s.vector) + 1;
}

std::uint64_t lane_bytes(const Problem& problem) {
  return is_integer(problem.input.type) ? size_of(problem.input.type) : sizeof(float);
}

// The most samples that a work-item walks along. It keeps the ends of their windows in registers, see packed_blocks.cl.
constexpr std::int64_t max_segment_length = 64;

// The bytes of rows and results, for both kernels, see packed_tile.cl.
std::uint64_t packed_bytes(const Schedule& s, const RunningTile& tile, const Problem& problem) {
  const std::int64_t of_segment = tile.segment / s.vector, vectors = tile.width / s.vector;
  const std::int64_t places = vectors + of_segment + (vectors + of_segment) / of_segment + 1;
  const std::int64_t results = divide_up(tile.results(), tile.segment) * (of_segment + 1);
  const std::int64_t rows = subtracts(problem) ? s.items_y : round_up(std::min(s.items_y, problem.height()), 2);
  const std::int64_t lanes = rows * s.vector * ((subtracts(problem) ? 2 : 1) * places + results);
  return static_cast<std::uint64_t>(lanes) * size_of(problem.input.type);
}

// The rounds of a batch of rows along the sums, see running_sums.cl.
std::int64_t rounds_along_sums(const Schedule& s, const Problem& problem) {
  const RunningTile tile = running_tile(s, problem);
  const std::int64_t channels = problem.input.channels;
  const std::int64_t tasks = divide_up(std::int64_t{s.items_y} * tile.segments, std::int64_t{s.group_width});
  const std::int64_t pixels = divide_up(divide_up(tile.width, channels), std::int64_t{tile.segments});
  return 2 * tasks * ((pixels + 1) * (channels + 1) + 1) + tile.segments + channels + 2;
}

// The rounds of a batch of rows along segments, see packed_tile.cl.
std::int64_t rounds_along_packed(const Schedule& s, const Problem& problem) {
  const RunningTile tile = running_tile(s, problem);
  const std::int64_t segments = divide_up(tile.results(), tile.segment);
  const std::int64_t tasks = divide_up(s.items_y * segments, std::int64_t{s.group_width});
  const std::int64_t samples = std::int64_t{problem.width()} * problem.input.channels + 3 * tile.segment;
  return tasks * (samples + 1) + s.items_y * (divide_up(tile.width, std::int64_t{s.group_width} * s.vector) + 1);
}

std::int64_t rounds_along(const Schedule& s, const Problem& problem, std::int64_t samples) {
  if (s.lanes == Lanes::packed) return rounds_along_packed(s, problem);
  return subtracts(problem) ? rounds_along_sums(s, problem) : max_doublings * s.items_y * samples;
}

}  // namespace

bool subtracts(const Problem& problem) {
  return problem.linear() && is_integer(problem.input.type);
}

std::optional<std::string> why_not_running(const Problem& problem) {
  if (problem.stencil.extreme != Extreme::none && rectangle_of(problem.stencil)) return {};
  if (!is_box(problem.stencil) || problem.taps() == 1 || (subtracts(problem) && problem.stencil.scale == 1))
    return "'running' is for means, minima and maxima of a rectangle of two pixels or more";
  if (subtracts(problem) && problem.taps() * max_value(problem.input.type) > max_of_word)
    return fmt::format("sums of {} samples are over the 32 bits of 'running'", problem.taps());
  return {};
}

RunningTile running_tile(const Schedule& s, const Problem& problem) {
  const std::int64_t channels = problem.input.channels, vector = s.vector;
  RunningTile tile;
  tile.width = std::int64_t{s.group_width} * s.items_x * vector;
  tile.margin = round_up(problem.stencil.radius_x * channels, vector);
  tile.segments = std::max(s.group_width / s.items_y, 1);
  const auto places = sizeof(std::int32_t) * static_cast<std::uint64_t>(tile.width);
  if (s.lanes == Lanes::packed) {
    const std::int64_t samples = std::min(max_segment_length, problem.width() * channels);
    tile.segment = std::max<std::int64_t>(samples / vector, 1) * vector;
    tile.bytes = places + packed_bytes(s, tile, problem);
  } else if (subtracts(problem)) {
    tile.bytes = places + bytes_of_sums(s, tile, channels);
  } else {
    const auto pixel = static_cast<std::uint64_t>(s.vector) * lane_bytes(problem);
    tile.bytes = places + pixel * 2 * static_cast<std::uint64_t>(s.items_y * row_vectors(s, problem));
    // A general program keeps blocks of the largest window. PoCL keeps those of all items of a group on a thread's
    // stack.
    const int items = s.coefficients == Coefficients::general ? s.group_width : 1;
    tile.own_bytes = pixel * static_cast<std::uint64_t>(items * s.items_x * window_of_program(problem, s).height);
  }
  return tile;
}

std::optional<std::string> why_not_packed_running(const Schedule& s, const Problem& problem) {
  if (subtracts(problem)) {
    if ((problem.input.type != SampleType::u8 && problem.input.type != SampleType::u16) ||
        problem.output != problem.input.type)
      return "sums of columns in words are for u8 and u16 that keep their type";
  } else if (auto reason = why_not_packed(problem)) {
    return reason;
  }
  const int samples = problem.width() * problem.input.channels;
  if (samples < s.vector) return fmt::format("a row of the window is less than a vector: {} samples", samples);
  return {};
}

std::optional<std::string> why_no_tile(const Schedule& s, const Problem& problem, const DeviceInfo& device) {
  if ((s.staging != Staging::window && s.staging != Staging::aligned) || s.edges != Edges::branch ||
      s.coefficients == Coefficients::constant || s.lanes == Lanes::words)
    return std::string(
        "'running' has its own way through a tile: write 'window' or 'aligned', 'literal' or 'general', and 'branch', "
        "and no 'words'");
  if (s.coefficients == Coefficients::general && s.lanes == Lanes::packed)
    return std::string("packed lanes of 'running' know their window: write 'literal'");
  if (problem.stencil.extreme != Extreme::none && !is_rectangle(problem.stencil) &&
      (s.coefficients == Coefficients::general || s.lanes == Lanes::packed))
    return std::string("rectangles of an even side take 'literal' and single lanes");
  if (s.runtime_group() || s.group_height != 1) return "groups of 'running' are one row of work-items: write gWx1";
  const RunningTile tile = running_tile(s, problem);
  if (3 * tile.results() < std::max<std::int64_t>(tile.width, 1))
    return fmt::format("of a tile of {} samples in a row {} are the margins of its windows: write a wider group",
                       tile.width, std::min(2 * tile.margin, tile.width));
  if (tile.bytes > device.local_memory)
    return fmt::format("rows of a tile take {} bytes, over the device's {} of local memory", tile.bytes,
                       device.local_memory);
  if (tile.own_bytes > max_own_bytes)
    return fmt::format("blocks of {} rows take {} bytes of private memory, over the limit of {}",
                       window_of_program(problem, s).height, tile.own_bytes, max_own_bytes);
  return {};
}

std::vector<std::string> running_files(const Schedule& s, const Problem& problem) {
  std::vector<std::string> files;
  if (problem.linear()) files.emplace_back("taps.cl");
  files.insert(files.end(), {"outputs.cl", "kernels.cl", "running_tile.cl"});
  const bool packed = s.lanes == Lanes::packed;
  if (packed) files.emplace_back("packed_tile.cl");
  files.push_back(fmt::format("{}_{}.cl", packed ? "packed" : "running", subtracts(problem) ? "sums" : "blocks"));
  return files;
}

std::int64_t running_strips(const Schedule& s, const Problem& problem, const DeviceInfo& device, std::int64_t tiles,
                            std::int64_t rows) {
  if (s.lanes == Lanes::packed && !subtracts(problem))  // each strip is a block of rows
    return divide_up(rows, std::int64_t{std::min(s.items_y, problem.height())});
  const std::int64_t units = std::max(device.compute_units, 1);
  const std::int64_t wanted = s.lanes == Lanes::packed
                                  ? std::max<std::int64_t>(packed_groups_of_unit * units / tiles, 1)
                                  : divide_up((s.group_width > 1 ? 8 : 4) * units, tiles);
  const std::int64_t least = divide_up(rows, std::max<std::int64_t>(max_strip_length, problem.height()));
  std::int64_t most = divide_up(rows, std::max<std::int64_t>(min_strip_length, s.items_y));
  if (s.group_width == 1)  // strips of a CPU's core are so high that the rows before their first results cost little
    most = std::min(most, std::max(rows / (windows_of_strip * problem.height()), divide_up(units, tiles)));
  return std::clamp(wanted, least, std::max(least, most));
}

std::int64_t running_rounds(const Schedule& s, const Problem& problem) {
  const std::int64_t samples = std::int64_t{s.items_x} * (s.vector + 1) + 1;  // of the item's vectors in one row
  const std::int64_t rows = std::max<std::int64_t>(max_strip_length, problem.height()) + s.items_y;
  const std::int64_t along = rounds_along(s, problem, samples);
  return (rows + problem.height()) * 2 * samples + divide_up(rows, std::int64_t{s.items_y}) * along +
         rows * (samples + 1) + samples;
}

}  // namespace lenslet::stencil
