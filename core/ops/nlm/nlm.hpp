// Non-local means: what its arguments mean, and its truth.
#pragma once

#include <vector>

#include "ops/colour_window/colour_window.hpp"

namespace lenslet::ops {

// A weight is exp(-by s), where s is the sum of the squared differences of two patches. Radii are in pixels.
struct NonLocalMeans {
  int patch = 0, search = 0;
  double by = 0;
};

// Throws invalid_argument for even sides.
NonLocalMeans non_local_means_of(const op::Instance& problem);

std::vector<Weight> nlm_weights(const op::Instance& problem, const SeenImage& image, std::int64_t x, std::int64_t y);

}  // namespace lenslet::ops
