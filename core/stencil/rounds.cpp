// Counts the loops of the kernels. A loop of n rounds counts n + 1. Only single reads, and up to four lanes, count as
// unrolled.
#include "stencil/rounds.hpp"

#include <algorithm>

#include "stencil/element.hpp"
#include "stencil/running.hpp"
#include "stencil/selection.hpp"
#include "stencil/strip.hpp"
#include "stencil/tile.hpp"

namespace lenslet::stencil {
namespace {

constexpr std::int64_t max_samples_side_by_side = 1024;

// The most lanes that are unrolled where each is a read of its own, see storage.cl.
constexpr int max_unrolled_vector = 4;

struct Lengths {
  std::int64_t row;     // samples of a row that the windows of a vector read
  std::int64_t column;  // samples of a column that they read, where lanes lie below each other
};

Lengths lengths_of(const Schedule& s, const Problem& p) {
  return {s.vector + 2 * std::int64_t{p.stencil.radius_x} * p.input.channels, std::int64_t{s.vector} + p.height() - 1};
}

std::int64_t lane_rounds(const Schedule& s) {
  return s.vector > max_unrolled_vector ? s.vector + 1 : 1;
}

std::int64_t tap_rounds(const Problem& p) {
  return std::int64_t{p.height() + 1} * (p.width() + 1);
}

// One vector by the border rule: its reads, taps, alpha and stores.
std::int64_t border_rounds(const Schedule& s, const Problem& p) {
  const std::int64_t around = 2 * static_cast<std::int64_t>(p.stencil.outputs.size()) * (s.vector + 1);
  if (!reads_side_by_side(s, p)) return tap_rounds(p) * lane_rounds(s) + around;
  const Lengths lengths = lengths_of(s, p);
  const std::int64_t rows = (p.height() + 1) * (lengths.row + 1);
  const std::int64_t columns = leaves_edges(s.edges) ? (p.width() + 1) * (lengths.column + 1) : 0;
  return rows + columns + tap_rounds(p) * (s.storage == Storage::buffer ? 1 : lane_rounds(s)) + around;
}

// The items of a work-item's row share the window's rows, except with direct staging.
std::int64_t window_rounds(const Schedule& s, const Problem& p) {
  if (s.staging == Staging::direct) return std::int64_t{s.items_x} * s.items_y * tap_rounds(p);
  return std::int64_t{s.items_x} * (s.items_y + p.height()) * (p.width() + 1);
}

std::int64_t block_rounds(const Schedule& s, const Problem& p) {
  if (s.passes == Passes::running) return running_rounds(s, p);
  if (s.passes == Passes::chords) return chord_rounds(s, p);
  if (has_tile(s)) {
    const Tile tile = tile_of(s, p);
    return tile.rounds * lane_rounds(s) + tile.sums_rounds + window_rounds(s, p);
  }
  const bool reads_lanes = s.storage != Storage::buffer || s.edges == Edges::clamp || s.edges == Edges::sampler;
  return window_rounds(s, p) * (reads_lanes ? lane_rounds(s) : 1);
}

}  // namespace

bool reads_side_by_side(const Schedule& s, const Problem& p) {
  if (s.coefficients == Coefficients::general) return false;  // the program decides by its windows' length
  const Lengths lengths = lengths_of(s, p);
  return std::max(lengths.row, leaves_edges(s.edges) ? p.width() * lengths.column : 0) <= max_samples_side_by_side;
}

std::int64_t rounds_of(const Schedule& s, const Problem& p) {
  if (s.passes == Passes::separated_strip) return strip_of(s, p).rounds;
  const std::int64_t sweeps = sweeps_of(s, p.input.type);
  const std::int64_t block = sweeps * block_rounds(s, p), border = sweeps * border_rounds(s, p);
  if (leaves_edges(s.edges)) return std::max(block, border);  // two launches
  const bool by_border = s.edges == Edges::branch && !has_tile(s) && s.passes != Passes::running;
  return block + (by_border ? std::int64_t{s.items_x} * s.items_y * border : 0);
}

}  // namespace lenslet::stencil
