// The tile of a group in local memory: what its blocks compute together, and the halo that their windows reach.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/schedule.hpp>

#include "op/axis.hpp"
#include "stencil/problem.hpp"

#pragma GCC visibility push(default)
namespace lenslet::stencil {

bool is_local(Staging staging);

// Whether a group keeps samples, or sums along rows, in local memory.
bool has_tile(const Schedule& schedule);

struct Tile {
  std::int64_t width = 0;  // samples, in whole vectors
  std::int64_t rows = 0;
  int loops = 2;            // how many loops fill it
  std::int64_t rounds = 0;  // of these loops, for each work-item
  std::uint64_t bytes = 0;
  std::int64_t sums_width = 0;  // of the sums along rows that passes `separated_local` keep, for each mask
  std::uint64_t sums_bytes = 0;
  std::int64_t sums_rounds = 0;      // of the loops that make the sums, for each work-item
  std::uint64_t producer_bytes = 0;  // of the producer's rows of windows, which become the samples, see producer.cl
};

// The tile of a schedule that has one. Without local staging it holds only sums. For a general program it is the
// largest tile that the program may fill.
Tile tile_of(const Schedule& schedule, const Problem& problem);

// The part of the tile that the problem's windows need.
Tile filled_tile(const Schedule& schedule, const Problem& problem);

// Blocks at the left and right edge of images whose rows are loaded as words: see word_blocks.cl.

// Whether blocks at the left and right edge have groups of their own.
bool has_edge_groups(const Schedule& schedule);

// The rows of a block at the left or right edge.
int rows_at_edge(const Schedule& schedule);

// The rows that an item that sweeps loads before it sums along them.
int rows_ahead(const Schedule& schedule, const Problem& problem);

// The local memory of a group of blocks at edges.
struct EdgeTile {
  std::int64_t words = 0;   // of 32 bits, which the windows of a block read
  std::int64_t blocks = 0;  // of a group
  std::uint64_t bytes = 0;
};

// The schedule must have groups for blocks at edges.
EdgeTile edge_tile_of(const Schedule& schedule, const Problem& problem);

// The macros for blocks at edges and for items that sweep. Empty for other schedules.
std::vector<op::Macro> edge_macros(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil
#pragma GCC visibility pop
