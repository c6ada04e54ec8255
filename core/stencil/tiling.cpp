// Plans the levels of a tile of windows, and writes them as rank_tiles_level.cl takes them.
#include "stencil/tiling.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "kernel_texts.hpp"
#include "stencil/selection.hpp"

namespace lenslet::stencil {
namespace {

using Places = std::vector<int>;
using Pairs = std::vector<std::pair<int, int>>;

// The most samples that a level orders. Compilers for GPUs keep them in registers; one took 60 s over 324.
constexpr std::int64_t max_ordered = 200;

// Every second place, from this one on.
Places every_second(const Places& places, std::size_t first) {
  Places result;
  for (std::size_t i = first; i < places.size(); i += 2) result.push_back(places[i]);
  return result;
}

// Merges two sorted lists of places by Batcher's odd-even merge (Knuth, The Art of Computer Programming, vol. 3,
// 5.3.4). Samples stay in these places; the result is their order.
Places merge(const Places& a, const Places& b, Pairs& pairs) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  if (a.size() == 1 && b.size() == 1) {
    pairs.emplace_back(a[0], b[0]);
    return {a[0], b[0]};
  }
  const Places even = merge(every_second(a, 0), every_second(b, 0), pairs);
  const Places odd = merge(every_second(a, 1), every_second(b, 1), pairs);
  Places merged{even[0]};
  std::size_t i = 0;
  for (; i < odd.size() && i + 1 < even.size(); ++i) {
    pairs.emplace_back(odd[i], even[i + 1]);
    merged.insert(merged.end(), {odd[i], even[i + 1]});
  }
  if (i < odd.size()) merged.push_back(odd[i]);
  merged.insert(merged.end(), even.begin() + static_cast<std::ptrdiff_t>(std::min(i + 1, even.size())), even.end());
  return merged;
}

Places sort(const Places& places, Pairs& pairs) {
  if (places.size() < 2) return places;
  const auto middle = places.begin() + static_cast<std::ptrdiff_t>(places.size() / 2);
  return merge(sort({places.begin(), middle}, pairs), sort({middle, places.end()}, pairs), pairs);
}

// Sorts a rectangle of samples: each of its longer lines, then always the two shortest lists into one.
Places sort_rectangle(int columns, int rows, int first, Pairs& pairs) {
  std::vector<Places> lists(static_cast<std::size_t>(std::min(columns, rows)));
  for (int i = 0; i < columns * rows; ++i)
    lists[static_cast<std::size_t>(rows >= columns ? i / rows : i % rows)].push_back(first + i);
  for (Places& list : lists) list = sort(list, pairs);
  while (lists.size() > 1) {
    std::ranges::stable_sort(lists, {}, &Places::size);
    lists.push_back(merge(lists[0], lists[1], pairs));
    lists.erase(lists.begin(), lists.begin() + 2);
  }
  return lists.front();
}

// What the windows of a tile share: its samples, and those of them that are kept.
struct Shared {
  int columns, rows, first, count;  // `first` is the rank of the first sample that is kept
};

// Of n sorted samples one of rank k can get any rank from k to k plus the number of samples to come.
Shared shared_by(Size window, Size tile, int rank) {
  const auto columns = static_cast<int>(window.width - tile.width + 1),
             rows = static_cast<int>(window.height - tile.height + 1);
  const int all = static_cast<int>(window.width * window.height), to_come = all - columns * rows;
  const int first = std::max(0, rank - to_come), last = std::min(columns * rows - 1, rank);
  return {columns, rows, first, last - first + 1};
}

bool halves_rows(Size tile) {
  return tile.width >= tile.height;
}

Size half_of(Size tile) {
  return halves_rows(tile) ? Size{tile.width / 2, tile.height} : Size{tile.width, tile.height / 2};
}

TilingLevel first_level(Size window, Size tile, int rank) {
  const Shared shared = shared_by(window, tile, rank);
  TilingLevel level{.tile = tile, .columns = shared.columns, .rows = shared.rows};
  const Places order = sort_rectangle(shared.columns, shared.rows, 0, level.network);
  level.kept.assign(order.begin() + shared.first, order.begin() + shared.first + shared.count);
  level.network = pairs_for(level.kept, level.network, shared.columns * shared.rows);
  return level;
}

// The last level's window is the one with the rank.
TilingLevel next_level(Size window, Size tile, int rank) {
  const Size half = half_of(tile);
  const Shared before = shared_by(window, tile, rank), after = shared_by(window, half, rank);
  TilingLevel level{.tile = tile, .halves_rows = halves_rows(tile), .known = before.count};
  level.columns = level.halves_rows ? after.columns - before.columns : after.columns;
  level.rows = level.halves_rows ? after.rows : after.rows - before.rows;
  level.rank = rank - before.first;
  const Places added = sort_rectangle(level.columns, level.rows, level.known, level.network);
  level.kept = added;
  if (half == Size{1, 1}) return level;
  Places known(static_cast<std::size_t>(level.known));
  for (int i = 0; i < level.known; ++i) known[static_cast<std::size_t>(i)] = i;
  const Places order = merge(known, added, level.network);
  const auto first = order.begin() + (after.first - before.first);
  level.kept.assign(first, first + after.count);
  level.network = pairs_for(level.kept, level.network, level.known + level.columns * level.rows);
  return level;
}

Size tile_of_windows(const Schedule& schedule) {
  return {schedule.items_x, schedule.items_y};
}

bool is_tile(Size tile, Size window) {
  const auto is_side = [](std::int64_t side, std::int64_t longest) {
    return std::has_single_bit(static_cast<std::uint64_t>(side)) && side <= longest;
  };
  return is_side(tile.width, window.width) && is_side(tile.height, window.height) && tile.width * tile.height > 1;
}

// The most samples that any level orders. They are counted without the networks, which take long to make.
std::int64_t most_ordered(Size window, Size tile, int rank) {
  Shared shared = shared_by(window, tile, rank);
  std::int64_t largest = std::int64_t{shared.columns} * shared.rows;
  while (tile.width * tile.height > 2) {
    tile = half_of(tile);
    const Shared next = shared_by(window, tile, rank);
    largest = std::max<std::int64_t>(largest, shared.count + next.columns * next.rows - shared.columns * shared.rows);
    shared = next;
  }
  return largest;
}

Size window_of(const Problem& problem) {
  return {problem.width(), problem.height()};
}

std::string level_text(const std::vector<TilingLevel>& levels, std::size_t number) {
  const TilingLevel& level = levels[number];
  Defines defines;
  defines.add("LEVEL", number);
  defines.add("NEXT_LEVEL", number + 1);
  defines.add("IS_LAST", number + 1 == levels.size() ? 1 : 0);
  defines.add("TILE_WIDTH", level.tile.width);
  defines.add("TILE_HEIGHT", level.tile.height);
  defines.add("HALVES_ROWS", level.halves_rows ? 1 : 0);
  defines.add("KNOWN", level.known);
  defines.add("COLUMNS", level.columns);
  defines.add("ROWS", level.rows);
  defines.add("RANK_OF_LEVEL", level.rank);
  std::string network, kept;
  for (const auto& [a, b] : level.network) network += fmt::format("ORDER({}, {}) ", a, b);
  for (std::size_t i = 0; i < level.kept.size(); ++i) kept += fmt::format("KEEP({}, {}) ", i, level.kept[i]);
  defines.add("KEPT", level.kept.size());
  defines.add("NETWORK_OF_LEVEL", network);
  defines.add("KEEP_ALL", kept);
  return fmt::format("{}\n{}", defines.text(), kernel_text("rank_tiles_level.cl"));
}

}  // namespace

std::vector<TilingLevel> tiling_of(Size window, Size tile, int rank) {
  std::vector<TilingLevel> levels{first_level(window, tile, rank)};
  for (; tile.width * tile.height > 1; tile = half_of(tile)) levels.push_back(next_level(window, tile, rank));
  return levels;
}

std::optional<std::string> why_not_tiled(const Schedule& s, const Problem& p) {
  if (!leaves_reads(s) || s.coefficients != Coefficients::literal)
    return "tiles of windows are read and stored in a way of their own, by networks in the code: write "
           "buffer.direct.single.literal.branch";
  if (s.runtime_group()) return "'tiles' keeps what a group reads in local memory: write gWxH";
  const Size tile = tile_of_windows(s), window = window_of(p);
  if (!is_tile(tile, window))
    return fmt::format("tiles have 2 windows or more, powers of two in x and y, of at most {} x {}, the window's sides",
                       window.width, window.height);
  const std::int64_t ordered = ordered_at_once(s, p);
  if (ordered > max_ordered)
    return fmt::format(
        "the windows of a tile make networks of {} samples, over the limit of {}: write 'bitwise' or "
        "'sorted'",
        ordered, max_ordered);
  return {};
}

std::int64_t ordered_at_once(const Schedule& s, const Problem& p) {
  return most_ordered(window_of(p), tile_of_windows(s), p.stencil.rank.value_or(0));
}

std::uint64_t tiling_bytes(const Schedule& s, const Problem& p) {
  const std::uint64_t sample = is_integer(p.input.type) ? size_of(p.input.type) : sizeof(float);
  const std::uint64_t lane = s.vector == 2 && sample < 2 ? 2 : sample;  // pairs are words, see rank_tiles.cl
  const std::int64_t columns = s.group_width + (p.width() - 1 + s.items_x - 1) / s.items_x;
  const std::int64_t rows = std::int64_t{s.group_height} * s.items_y;
  const std::int64_t read = columns * s.items_x * (rows + p.height() - 1) * s.vector;
  const std::int64_t made = std::int64_t{s.group_width} * s.items_x * p.input.channels * rows * s.vector;
  return static_cast<std::uint64_t>(read) * lane + static_cast<std::uint64_t>(made) * sample;
}

std::string tiling_text(const Schedule& schedule, const Problem& problem) {
  const std::vector<TilingLevel> levels =
      tiling_of(window_of(problem), tile_of_windows(schedule), problem.stencil.rank.value_or(0));
  std::string text;
  for (std::size_t number = levels.size(); number-- > 0;) text += level_text(levels, number);
  return text;
}

}  // namespace lenslet::stencil
