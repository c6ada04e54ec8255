// The tile of a group: what its blocks compute together and the halo that their windows reach, in local memory.
#pragma once

#include <cstdint>

#include <lenslet/schedule.hpp>

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

}  // namespace lenslet::stencil
