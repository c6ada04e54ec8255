// Which ranks and windows a schedule can select, and how large its histograms are. Networks find a rank, too.
#include "stencil/selection.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "stencil/general.hpp"
#include "stencil/tiling.hpp"

namespace lenslet::stencil {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// Exchanges places `distance` apart, if the first place's bits in p equal `part`.
void exchange(Pairs& pairs, int samples, int p, int part, int distance) {
  for (int i = 0; i + distance < samples; ++i)
    if ((i & p) == part) pairs.emplace_back(i, i + distance);
}

// Makes a network of minima and maxima that sorts: Batcher's merge exchange (Knuth, The Art of Computer Programming,
// vol. 3, algorithm 5.2.2M).
Pairs merge_exchange(int samples) {
  Pairs pairs;
  const auto largest = static_cast<int>(std::bit_ceil(static_cast<unsigned>(samples)) / 2);
  for (int p = largest; p > 0; p /= 2) {
    exchange(pairs, samples, p, 0, p);
    for (int q = largest; q > p; q /= 2) exchange(pairs, samples, p, p, q - p);
  }
  return pairs;
}

}  // namespace

Pairs pairs_for(const std::vector<int>& wanted, const Pairs& pairs, int samples) {
  std::vector<bool> needed(static_cast<std::size_t>(samples));
  for (const int place : wanted) needed[static_cast<std::size_t>(place)] = true;
  Pairs kept;
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
    const auto a = static_cast<std::size_t>(pair->first), b = static_cast<std::size_t>(pair->second);
    if (!needed[a] && !needed[b]) continue;
    needed[a] = needed[b] = true;
    kept.push_back(*pair);
  }
  std::ranges::reverse(kept);
  return kept;
}

Pairs selection_network(int samples, int rank) {
  return pairs_for({rank}, merge_exchange(samples), samples);
}

std::string network_text(int samples, int rank) {
  std::string text;
  for (const auto& [a, b] : selection_network(samples, rank)) text += fmt::format("ORDER({}, {}) ", a, b);
  return text;
}

namespace {

constexpr std::int64_t bins = 256;
constexpr std::int64_t bins_of_columns = 16 + 256;  // see rank_columns.cl
constexpr int max_in_byte = 255;
constexpr int min_rows = 16;  // see rank_strip.cl
constexpr std::int64_t max_short_places = 65536;
constexpr int bits_of_half = 19;  // the bits in which f32 numbers that were halves differ, see rank_bitwise.cl

std::int64_t items_of_group(const Schedule& s) {
  return std::int64_t{s.group_width} * s.group_height;
}

// Whether a group is one work-item with a strip that is some vectors wide.
bool has_strips(Selection selection) {
  return selection == Selection::columns || selection == Selection::sorted;
}

// The pixels of a row that the windows of a strip read.
std::int64_t span_of_strip(const Schedule& s, std::int64_t window_width) {
  return std::int64_t{s.vector} * s.items_x + window_width - 1;
}

std::int64_t rows_of_strip(const Schedule& s, std::int64_t window_height) {
  return s.items_y * std::max<std::int64_t>(window_height, min_rows);
}

std::int64_t samples_of_span(const Schedule& s, const Problem& p) {
  return span_of_strip(s, p.width()) * (rows_of_strip(s, p.height()) + p.height() - 1);
}

std::optional<std::string> why_not_moved(const Schedule& s, const Problem& p) {
  if (s.selection != Selection::sorted && p.input.type != SampleType::u8)
    return fmt::format("histograms count samples of u8, not of {}: write 'bitwise' or 'sorted'", name_of(p.input.type));
  if (!leaves_reads(s))
    return "windows that are moved read rows and store samples in a way of their own: write "
           "buffer.direct.single.literal.branch";
  if (s.selection == Selection::sorted && s.coefficients == Coefficients::general &&
      samples_of_span(s, p) > max_sorted_samples)
    return fmt::format("the windows of a strip read {} samples, over the {} that a general program sorts",
                       samples_of_span(s, p), max_sorted_samples);
  if (has_strips(s.selection) && items_of_group(s) != 1)
    return "a strip fills local memory with what one work-item needs: write g1x1";
  if (s.selection == Selection::histogram && (s.runtime_group() || s.vector * s.items_x > 1))
    return "'histogram' has one window an item and a group that must be named: write v1, x1 and gWxH";
  return {};
}

}  // namespace

bool leaves_reads(const Schedule& s) {
  return s.storage == Storage::buffer && s.staging == Staging::direct && s.edges == Edges::branch &&
         s.stores == Stores::normal && s.lanes == Lanes::single;
}

Size samples_of_item(const Schedule& s, const Problem& p) {
  const std::int64_t vectors = std::int64_t{s.vector} * s.items_x;
  if (s.selection == Selection::tiles) return {vectors * p.input.channels, s.items_y};
  if (!moves_windows(s.selection)) return {vectors, rows_of_item(s)};
  return {has_strips(s.selection) ? vectors * p.input.channels : vectors, rows_of_strip(s, p.height())};
}

namespace {

// The bytes for one channel: two copies of its samples with their numbers, their places, a bit for each place, and the
// results.
std::uint64_t sorted_bytes(const Schedule& s, const Problem& p) {
  const bool general = s.coefficients == Coefficients::general;
  const std::int64_t rows = rows_of_strip(s, window_of_program(p, s).height);
  const std::int64_t samples = general ? max_sorted_samples : samples_of_span(s, p);
  const std::int64_t places = samples * (samples <= max_short_places ? 2 : 4);
  const std::int64_t result = is_integer(p.input.type) ? static_cast<std::int64_t>(size_of(p.input.type)) : 4;
  return static_cast<std::uint64_t>(samples * 16 + places + samples / 8 + 8 +
                                    samples_of_item(s, p).width * rows * result);
}

}  // namespace

std::uint64_t selection_bytes(const Schedule& s, const Problem& p) {
  if (s.selection == Selection::tiles) return tiling_bytes(s, p);
  if (s.selection == Selection::sorted) return sorted_bytes(s, p);
  if (s.selection == Selection::columns)
    return static_cast<std::uint64_t>(span_of_strip(s, window_of_program(p, s).width) * p.input.channels *
                                      bins_of_columns);
  if (s.selection == Selection::histogram)
    return static_cast<std::uint64_t>(items_of_group(s) * bins) * (p.taps() <= max_in_byte ? 1 : 2);
  return 0;
}

std::optional<std::string> why_not_selected(const Schedule& s, const Problem& p) {
  if (!p.stencil.rank) {
    if (s.selection == Selection::network) return {};
    return "the last word is for ops that take the sample of a rank, as median does: leave it out";
  }
  if (s.selection == Selection::tiles) return why_not_tiled(s, p);
  if (moves_windows(s.selection)) {
    if (auto reason = why_not_moved(s, p)) return reason;
  } else if (s.selection == Selection::network && p.taps() > max_samples_of_network) {
    return fmt::format(
        "a window of {} samples is over the {} of networks: write 'bitwise', 'tiles', 'histogram', 'columns' or "
        "'sorted'",
        p.taps(), max_samples_of_network);
  }
  if (s.selection != Selection::network && (s.staging == Staging::aligned || s.lanes != Lanes::single))
    return "'bitwise' reads its window in loops, with one number a lane: write neither 'aligned' nor 'packed'";
  return {};
}

int sweeps_of(const Schedule& s, SampleType type) {
  if (s.selection != Selection::bitwise) return 1;
  return type == SampleType::f16 ? bits_of_half : 8 * static_cast<int>(size_of(type));
}

}  // namespace lenslet::stencil
