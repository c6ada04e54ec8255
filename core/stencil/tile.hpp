// The tile of a group: what its blocks compute together and the halo that their windows reach, in local memory.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/schedule.hpp>

#include "op/axis.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

bool is_local(Staging staging);

// Tells whether a group keeps samples, or sums along rows, in local memory.
bool has_tile(const Schedule& schedule);

struct Tile {
  std::int64_t width = 0;  // samples, in whole vectors
  std::int64_t rows = 0;
  int loops = 2;            // that fill it
  std::int64_t rounds = 0;  // of the loops, of each work-item
  std::uint64_t bytes = 0;
  std::int64_t sums_width = 0;  // of the sums along each row that passes `separated_local` keep, for each mask
  std::uint64_t sums_bytes = 0;
  std::int64_t sums_rounds = 0;      // of the loops that make them, of each work-item
  std::uint64_t producer_bytes = 0;  // of the rows of windows that become the samples, see producer.cl
};

// For schedules that have one. Without local staging it is sums alone. A general program's is the largest that it may
// fill.
Tile tile_of(const Schedule& schedule, const Problem& problem);

// The part of the tile that the problem's windows need.
Tile filled_tile(const Schedule& schedule, const Problem& problem);

// Blocks at the left and right edge of images whose rows are loaded as words: see word_blocks.cl.

// Whether these blocks have groups of their own.
bool has_edge_groups(const Schedule& schedule);

// Rows of such a block.
int rows_at_edge(const Schedule& schedule);

// Rows that an item that sweeps loads before it sums along them.
int rows_ahead(const Schedule& schedule, const Problem& problem);

// What such a group keeps in local memory.
struct EdgeTile {
  std::int64_t words = 0;   // of 32 bits, that a block's windows read
  std::int64_t blocks = 0;  // of a group
  std::uint64_t bytes = 0;
};

// For schedules that have such groups.
EdgeTile edge_tile_of(const Schedule& schedule, const Problem& problem);

// What kernels are told of these blocks, and of items that sweep. Empty for other schedules.
std::vector<op::Macro> edge_macros(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil
