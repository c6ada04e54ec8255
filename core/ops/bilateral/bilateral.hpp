// The bilateral filter: its weights and its truth.
#pragma once

#include <utility>
#include <vector>

#include "ops/colour_window/colour_window.hpp"

namespace lenslet::ops {

struct Bilateral {
  int radius = 1;
  double by_color = 0, by_space = 0;  // a weight is exp(-by_color d^2 - by_space r^2)
  std::vector<std::pair<int, int>> places;
};

// Throws invalid_argument for a window that is too large.
Bilateral bilateral_of(const op::Instance& problem);

std::vector<Weight> bilateral_weights(const op::Instance& problem, const SeenImage& image, std::int64_t x,
                                      std::int64_t y);

}  // namespace lenslet::ops
