// How large a tile is, how many loops fill it, and how many blocks a group at an edge has.
#include "stencil/tile.hpp"

#include <algorithm>
#include <string>

#include "rounding.hpp"
#include "stencil/composite.hpp"
#include "stencil/element.hpp"

namespace lenslet::stencil {
namespace {

// The bytes of a sample in local memory. Loads make float of f16, except for sums in f16.
std::uint64_t staged_size(const Schedule& schedule, const Problem& problem) {
  const SampleType type = problem.input.type;
  return type == SampleType::f16 && !sums_half(problem, schedule) ? sizeof(float) : size_of(type);
}

// How far the windows of a block's pixels reach, on both sides together. For passes `chords` it is the reach within a
// cell.
struct Margin {
  std::int64_t width;   // pixels
  std::int64_t height;  // rows
};

Margin margin_of(const Cells& cells) {
  return {cells.width - 1, cells.height - 1};
}

void add_samples(Tile& tile, const Schedule& s, const Problem& problem, std::int64_t pixels_beside) {
  const std::int64_t margin = pixels_beside * problem.input.channels;
  const std::int64_t vectors = std::int64_t{s.group_width} * s.items_x + divide_up(margin, s.vector);
  tile.width = vectors * s.vector;
  const std::int64_t samples = tile.width * tile.rows;
  const std::int64_t kept = s.passes == Passes::chords ? 2 * (samples + s.vector) : samples;  // see chords.cl
  tile.bytes = static_cast<std::uint64_t>(kept) * staged_size(s, problem);
  const std::int64_t one_loop = divide_up(vectors * tile.rows, std::int64_t{s.group_width} * s.group_height);
  const std::int64_t two_loops = divide_up(vectors, s.group_width) * divide_up(tile.rows, s.group_height);
  const bool pays = 2 * one_loop <= two_loops;  // one loop must save more than its divisions cost
  if (s.staging == Staging::local1 || (s.staging == Staging::local && pays)) tile.loops = 1;
  tile.rounds = tile.loops == 1 ? one_loop : two_loops;
}

void add_row_sums(Tile& tile, const Schedule& s, const Problem& problem) {
  tile.sums_width = std::int64_t{s.group_width} * s.items_x * s.vector;
  const auto sums = static_cast<std::uint64_t>(tile.sums_width * tile.rows * problem.masks());
  tile.sums_bytes = sums * size_of(accumulator_of(problem, s)) / (s.lanes == Lanes::packed ? 2 : 1);
  tile.sums_rounds = divide_up(tile.rows, s.group_height) * s.items_x * problem.width();
}

void add_producer(Tile& tile, const Problem& producer) {
  if (!goes_along_rows(producer)) return;
  const std::int64_t rows = tile.rows + 2 * std::int64_t{producer.stencil.radius_y};
  const std::size_t lane = producer.linear() ? sizeof(float) : size_of(producer.input.type);
  tile.producer_bytes = static_cast<std::uint64_t>(tile.width * rows) * lane;
}

Tile tile_with(const Schedule& s, const Problem& problem, const Margin& margin) {
  Tile tile;
  tile.rows = std::int64_t{s.group_height} * s.items_y + margin.height;
  if (is_local(s.staging)) add_samples(tile, s, problem, margin.width);
  if (s.passes == Passes::separated_local) add_row_sums(tile, s, problem);
  if (problem.producer) add_producer(tile, *problem.producer);
  return tile;
}

}  // namespace

bool is_local(Staging staging) {
  return staging == Staging::local2 || staging == Staging::local1 || staging == Staging::local;
}

bool has_tile(const Schedule& schedule) {
  return is_local(schedule.staging) || schedule.passes == Passes::separated_local;
}

Tile tile_of(const Schedule& s, const Problem& problem) {
  const bool largest = s.passes == Passes::chords && s.coefficients == Coefficients::general;
  return largest ? tile_with(s, problem, margin_of(largest_cell(s, problem))) : filled_tile(s, problem);
}

Tile filled_tile(const Schedule& s, const Problem& problem) {
  const Margin of_window{problem.width() - 1, problem.height() - 1};
  return tile_with(s, problem, s.passes == Passes::chords ? margin_of(cells_of(s, problem)) : of_window);
}

namespace {

constexpr std::int64_t bytes_of_word = 4;

// Limits a group's words, so that each work-item makes about this many. It makes them one after the other, and the
// launch waits for them. On an H200, 2 instead of 4 saves up to 8% of the time of launches of 2 megapixels. It costs 3
// to 6% at 12 megapixels, because twice as many groups lie at edges.
constexpr std::int64_t words_of_item = 4;

// The limit for items that sweep. With the limit above, as many groups would lie at edges as inside.
constexpr std::int64_t words_of_sweeping_item = 16;
constexpr int rows_beside_sweeps = 16;

// Rows that packed lanes load ahead. For floats one row is enough, since summing a row takes as long as loading one.
// More rows take registers, and fewer items run side by side.
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
