// How large a tile is, and which loops fill it.
#include "stencil/tile.hpp"

#include "rounding.hpp"
#include "stencil/element.hpp"

namespace lenslet::stencil {
namespace {

// Local memory holds what a load makes of a sample: f16 becomes float.
std::uint64_t staged_size(PixelType type) {
  return type == PixelType::f16 ? sizeof(float) : size_of(type);
}

// What the windows of a block's pixels reach, in all: of passes `chords` those of a cell.
struct Margin {
  std::int64_t width;   // pixels
  std::int64_t height;  // rows
};

Margin margin_of(const Schedule& s, const Problem& problem) {
  if (s.passes != Passes::chords) return {problem.width() - 1, problem.height() - 1};
  const Cells cells = cells_of(s, problem);
  return {cells.width - 1, cells.height - 1};
}

void add_samples(Tile& tile, const Schedule& s, const Problem& problem) {
  const std::int64_t margin = margin_of(s, problem).width * problem.input.channels;
  const std::int64_t vectors = std::int64_t{s.group_width} * s.items_x + divide_up(margin, s.vector);
  tile.width = vectors * s.vector;
  const std::int64_t samples = tile.width * tile.rows;
  const std::int64_t kept = s.passes == Passes::chords ? 2 * (samples + s.vector) : samples;  // see chords.cl
  tile.bytes = static_cast<std::uint64_t>(kept) * staged_size(problem.input.type);
  const std::int64_t one_loop = divide_up(vectors * tile.rows, std::int64_t{s.group_width} * s.group_height);
  const std::int64_t two_loops = divide_up(vectors, s.group_width) * divide_up(tile.rows, s.group_height);
  const bool pays = 2 * one_loop <= two_loops;  // its divisions
  if (s.staging == Staging::local1 || (s.staging == Staging::local && pays)) tile.loops = 1;
  tile.rounds = tile.loops == 1 ? one_loop : two_loops;
}

void add_row_sums(Tile& tile, const Schedule& s, const Problem& problem) {
  tile.sums_width = std::int64_t{s.group_width} * s.items_x * s.vector;
  const auto sums = static_cast<std::uint64_t>(tile.sums_width * tile.rows * problem.masks());
  tile.sums_bytes = sums * size_of(accumulator_of(problem, s)) / (s.lanes == Lanes::packed ? 2 : 1);
  tile.sums_rounds = divide_up(tile.rows, s.group_height) * s.items_x * problem.width();
}

}  // namespace

bool is_local(Staging staging) {
  return staging == Staging::local2 || staging == Staging::local1 || staging == Staging::local;
}

bool has_tile(const Schedule& schedule) {
  return is_local(schedule.staging) || schedule.passes == Passes::separated_local;
}

Tile tile_of(const Schedule& s, const Problem& problem) {
  Tile tile;
  tile.rows = std::int64_t{s.group_height} * s.items_y + margin_of(s, problem).height;
  if (is_local(s.staging)) add_samples(tile, s, problem);
  if (s.passes == Passes::separated_local) add_row_sums(tile, s, problem);
  return tile;
}

}  // namespace lenslet::stencil
