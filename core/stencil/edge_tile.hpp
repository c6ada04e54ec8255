// Blocks at the left and right edge of images whose rows are loaded as words: see word_blocks.cl.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/schedule.hpp>

#include "op/axis.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

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
