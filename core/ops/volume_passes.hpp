// Passes of volumes that ops share: a window over pages, then one along depth.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

// A pass whose sums are not rounded to the volume's type where another one follows.
inline op::VolumePass fine_pass(Call call, op::VolumePass::Way way) {
  return {.call = std::move(call), .way = way, .fine = true};
}

// The window's side along depth: as the call says, else as along the columns.
int depth_side(const char* op, const op::VolumeCall& volume, int most);

inline constexpr int max_cuboid_side = 63;  // of volume_rank

// The passes of `dilate` or `erode` over pages and along depth. Throws invalid_argument, in the name of `op`, for an
// element that is no rectangle.
std::vector<op::VolumePass> extreme_passes(const char* op, const char* pass, const op::VolumeCall& volume);

// The only pass of the op that has the window of a rank: all pages at once.
std::vector<op::VolumePass> rank_passes(const char* op, const op::VolumeCall& volume, std::optional<std::int64_t> rank);

}  // namespace lenslet::ops
