// How many blocks a group at an edge has.
#include "stencil/edge_tile.hpp"

#include <algorithm>
#include <string>

#include "rounding.hpp"

namespace lenslet::stencil {
namespace {

constexpr std::int64_t bytes_of_word = 4;

// A group has no more words than that each work-item makes about so many: one after the other, they are what a launch
// waits for. On an H200 2 in place of 4 save up to 8% of launches for 2 megapixels, and cost 3 to 6% for 12, where
// groups at edges are twice as many.
constexpr std::int64_t words_of_item = 4;

// Where items sweep, groups at edges would else be as many as others.
constexpr std::int64_t words_of_sweeping_item = 16;
constexpr int rows_beside_sweeps = 16;

// Of floats a row is on its way while the one before is summed, which takes as long; more rows take registers, of which
// fewer items then run side by side.
constexpr int rows_ahead_of_packed = 4;

}  // namespace

bool has_edge_groups(const Schedule& s) {
  return loads_words(s.lanes) && s.passes != Passes::separated_local && s.passes != Passes::running;
}

int rows_at_edge(const Schedule& s) {
  return sweeps(s) ? rows_beside_sweeps : s.items_y;
}

int rows_ahead(const Schedule& s, const Problem& problem) {
  return s.lanes == Lanes::packed ? std::min(rows_ahead_of_packed, problem.height() - 1) : 1;
}

EdgeTile edge_tile_of(const Schedule& s, const Problem& problem) {
  const auto samples_of_word = bytes_of_word / static_cast<std::int64_t>(size_of(problem.input.type));
  const std::int64_t side = divide_up(problem.width() / 2 * problem.input.channels, samples_of_word);
  const std::int64_t items = std::int64_t{s.group_width} * s.group_height;
  EdgeTile tile;
  tile.words = (rows_at_edge(s) + problem.height() - 1) * (s.vector / samples_of_word + 2 * side);
  tile.blocks =
      std::clamp<std::int64_t>((sweeps(s) ? words_of_sweeping_item : words_of_item) * items / tile.words, 1, items);
  tile.bytes = static_cast<std::uint64_t>(tile.blocks * tile.words * bytes_of_word);
  return tile;
}

std::vector<op::Macro> edge_macros(const Schedule& s, const Problem& problem) {
  if (!has_edge_groups(s)) return {};
  return {{"EDGE_BLOCKS", std::to_string(edge_tile_of(s, problem).blocks)},
          {"EDGE_ROWS", std::to_string(rows_at_edge(s))},
          {"SWEEPS", sweeps(s) ? "1" : "0"},
          {"AHEAD", std::to_string(rows_ahead(s, problem))}};
}

}  // namespace lenslet::stencil
