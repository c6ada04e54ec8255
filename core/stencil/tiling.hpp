// How schedules of `tiles` find the sample of a rank: by halving a tile of windows (Sugy, Fast Two-Dimensional Median
// Filtering by Hierarchical Tiling, SIGGRAPH 2025). rank_tiles.cl does what is planned here.
//
// The windows of a tile share most of their samples. These are sorted first. Each half of the tile shares a few columns
// or rows more, which are sorted and merged into that list. It goes on with the halves until one window is left. Of a
// list only those samples are kept that can still have the rank: that leaves few, since few samples are to come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/image.hpp>

#include "stencil/defines.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

// A level adds a rectangle of samples to those that are known, and orders all in place.
struct TilingLevel {
  Size tile;                                   // of windows, before it is halved
  bool halves_rows = false;                    // whether each row is halved, so that columns of samples are added
  int known = 0;                               // samples that the level before keeps, sorted; they come first
  int columns = 0, rows = 0;                   // of the rectangle, which follows column by column
  std::vector<std::pair<int, int>> network{};  // the lesser sample goes to the first place
  std::vector<int> kept{};                     // the places of samples to keep, in their order
  int rank = 0;                                // that the sample has among those known and added
};

// The levels for windows of this size and tiles of this many windows; both sides of a tile are powers of two, and at
// most the window's. Level 0 halves nothing. The last one leaves one window: it keeps the added samples alone, and
// orders none of the known ones.
std::vector<TilingLevel> tiling_of(Size window, Size tile, int rank);

// Returns why `tiles` does not serve the problem; nothing where it does.
std::optional<std::string> why_not_tiled(const Schedule& schedule, const Problem& problem);

// The most samples that a work-item orders at once, for each lane.
std::int64_t ordered_at_once(const Schedule& schedule, const Problem& problem);

// Bytes of a group's local memory: the samples that its windows read, and the results.
std::uint64_t tiling_bytes(const Schedule& schedule, const Problem& problem);

// The text of all levels, the last one first.
std::string tiling_text(const Schedule& schedule, const Problem& problem);

}  // namespace lenslet::stencil
