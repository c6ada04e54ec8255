// Blocks at the left and right edge of images whose rows are loaded as words: see word_blocks.cl.
#pragma once

#include <cstdint>

#include <lenslet/schedule.hpp>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Whether these blocks have groups of their own.
bool has_edge_groups(const Schedule& schedule);

// What such a group keeps in local memory.
struct EdgeTile {
  std::int64_t words = 0;   // of 32 bits, that a block's windows read
  std::int64_t blocks = 0;  // of a group
  std::uint64_t bytes = 0;
};

// For schedules that have such groups.
EdgeTile edge_tile_of(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil
