// Cuts elements into chords, and chords into the pieces that lie in a cell.
#include "stencil/element.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include <fmt/format.h>

#include "rounding.hpp"
#include "stencil/tile.hpp"

namespace lenslet::stencil {
namespace {

constexpr int max_levels = 8;  // a window of 128 pixels, two of which cover a chord of 255

int level_of(int pixels) {
  return std::bit_width(static_cast<unsigned>(pixels)) - 1;
}

// The side of a cell where a side of the element is cut into parts that are as equal as possible.
int cell_side(int side, int limit) {
  return static_cast<int>(divide_up(side, divide_up(side, limit)));
}

// A piece of a chord that two windows of 2^level pixels cover. The members say where they begin in the tile.
struct CoveredPiece {
  std::int32_t left;
  std::int32_t right;
};

struct Cell {
  int x;  // pixels from the window's left edge
  int y;  // rows from its top
  std::array<std::vector<CoveredPiece>, max_levels> levels = {};

  bool empty() const {
    return std::ranges::all_of(levels, [](const auto& pieces) { return pieces.empty(); });
  }
};

// Adds the part of the chord that lies in the cell.
void add_piece(Cell& cell, const Cells& size, Chord chord, std::int64_t tile_width, int channels) {
  const int row = chord.y - cell.y;
  const int first = std::max(chord.first - cell.x, 0), last = std::min(chord.last - cell.x, size.width - 1);
  if (row < 0 || row >= size.height || first > last) return;
  const int level = level_of(last - first + 1);
  const auto place = [&](int x) { return static_cast<std::int32_t>(row * tile_width + x * channels); };
  cell.levels[static_cast<std::size_t>(level)].push_back({place(first), place(last + 1 - (1 << level))});
}

// The cells that have any pixel of the element.
std::vector<Cell> filled_cells(const Schedule& s, const Problem& problem) {
  const Cells size = cells_of(s, problem);
  const std::int64_t tile_width = filled_tile(s, problem).width;
  std::vector<Cell> cells;
  for (int y = 0; y < problem.height(); y += size.height)
    for (int x = 0; x < problem.width(); x += size.width) {
      Cell cell{x, y};
      for (const Chord& chord : problem.stencil.chords)
        add_piece(cell, size,
                  {chord.y + problem.stencil.radius_y, chord.first + problem.stencil.radius_x,
                   chord.last + problem.stencil.radius_x},
                  tile_width, problem.input.channels);
      if (!cell.empty()) cells.push_back(std::move(cell));
    }
  return cells;
}

int levels_in(const std::vector<Cell>& cells) {
  int levels = 1;
  for (const Cell& cell : cells)
    for (int level = 0; level < max_levels; ++level)
      if (!cell.levels[static_cast<std::size_t>(level)].empty()) levels = std::max(levels, level + 1);
  return levels;
}

}  // namespace

std::vector<Chord> chords_of(const Mask& element) {
  std::vector<Chord> chords;
  const int radius_x = element.width / 2, radius_y = element.height / 2;
  for (int y = 0; y < element.height; ++y)
    for (int x = 0; x < element.width; ++x) {
      if (element.at(x, y) == 0) continue;
      if (x > 0 && element.at(x - 1, y) != 0)
        chords.back().last = x - radius_x;
      else
        chords.push_back({y - radius_y, x - radius_x, x - radius_x});
    }
  return chords;
}

int pixels_of(const std::vector<Chord>& chords) {
  int pixels = 0;
  for (const Chord& chord : chords) pixels += chord.last - chord.first + 1;
  return pixels;
}

std::optional<Size> rectangle_of(const Stencil& stencil) {
  if (stencil.chords.empty()) return {};
  const Chord& top = stencil.chords.front();
  const int columns = top.last - top.first + 1, rows = stencil.chords.back().y - top.y + 1;
  const bool begins = top.first == -stencil.radius_x && top.y == -stencil.radius_y;
  if (!begins || columns < 2 * stencil.radius_x || rows < 2 * stencil.radius_y) return {};
  if (pixels_of(stencil.chords) != columns * rows) return {};
  if (std::ranges::any_of(stencil.chords, [&](const Chord& c) { return c.first != top.first || c.last != top.last; }))
    return {};
  return Size{columns, rows};
}

bool is_rectangle(const Stencil& stencil) {
  return pixels_of(stencil.chords) == (2 * stencil.radius_x + 1) * (2 * stencil.radius_y + 1);
}

std::string chords_text(const std::vector<Chord>& chords) {
  std::string text = fmt::format("FIRST({}, {})", chords.front().first, chords.front().y);
  for (const auto& [y, first, last] : chords)
    fmt::format_to(std::back_inserter(text), " CHORD({}, {}, {})", y, first, last);
  return text;
}

Cells largest_cell(const Schedule& s, const Problem& problem) {
  const std::int64_t samples = std::int64_t{s.vector} * s.items_x * s.group_width;
  return {static_cast<int>(std::max<std::int64_t>(samples / problem.input.channels, 1)), s.items_y * s.group_height};
}

Cells cells_of(const Schedule& s, const Problem& problem) {
  const Cells largest = largest_cell(s, problem);
  return {cell_side(problem.width(), largest.width), cell_side(problem.height(), largest.height)};
}

std::optional<std::string> why_no_chords(const Schedule& s, const Problem& problem) {
  if (s.passes != Passes::chords) return {};
  if (problem.stencil.extreme == Extreme::none || is_rectangle(problem.stencil))
    return "'chords' is for dilations and erosions by an element that is no rectangle";
  if (!is_local(s.staging) || s.edges != Edges::branch || s.lanes != Lanes::single)
    return "'chords' covers an element's chords by windows in a tile: write 'local2', 'local1' or 'local', and "
           "'branch'";
  return {};
}

ChordTable chord_table(const Schedule& s, const Problem& problem) {
  const std::vector<Cell> cells = filled_cells(s, problem);
  const Tile tile = filled_tile(s, problem);
  ChordTable table{static_cast<int>(cells.size()), levels_in(cells), 0, {}};
  table.numbers = {table.cells,
                   table.levels,
                   cells_of(s, problem).width,
                   static_cast<std::int32_t>(tile.width),
                   static_cast<std::int32_t>(tile.rows),
                   0};
  std::vector<std::int32_t> pieces;
  for (const Cell& cell : cells) {
    table.numbers.insert(table.numbers.end(), {cell.x * problem.input.channels, cell.y});
    for (int level = 0; level < table.levels; ++level) {
      for (const auto& [left, right] : cell.levels[static_cast<std::size_t>(level)])
        pieces.insert(pieces.end(), {left, right});
      table.numbers.push_back(static_cast<std::int32_t>(pieces.size() / 2));
    }
  }
  if (table.numbers.size() % 2 != 0) table.numbers.push_back(0);  // kernels read pieces as pairs
  table.pieces = static_cast<std::int64_t>(pieces.size() / 2);
  table.numbers.insert(table.numbers.end(), pieces.begin(), pieces.end());
  return table;
}

std::int64_t chord_rounds(const Schedule& s, const Problem& problem) {
  const ChordTable table = chord_table(s, problem);
  const Tile tile = filled_tile(s, problem);
  const std::int64_t fill = tile.rounds * (s.vector + 1) + tile.rows;
  const std::int64_t widen =
      divide_up(tile.rows, s.group_height) * (divide_up(tile.width / s.vector, s.group_width) + 1);
  const std::int64_t vectors = s.items_x > 1 ? s.items_x + 1 : 1;  // of a row; a single vector has no loop
  const std::int64_t items = std::int64_t{s.items_y} * (2 * vectors + 1);
  return table.cells * (fill + table.levels * (widen + items + 3)) + table.pieces * s.items_y * vectors +
         std::int64_t{s.items_x} * s.items_y * (s.vector + 1);
}

}  // namespace lenslet::stencil
