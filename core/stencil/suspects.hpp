// Picks samples of a large image to check, since the reference of all would take minutes.
#pragma once

#include <vector>

#include <lenslet/image.hpp>

#include "stencil/truth.hpp"

namespace lenslet::stencil {

// The sample that differs most in each stretch of a row where two results differ. A stretch is at most 4096 samples.
// Two different results may both be right, because sums were rounded in another order.
std::vector<Position> suspects(const std::vector<ImageView>& got, const std::vector<ImageView>& proven);

// One sample of every stretch, for a result without another to compare it with.
std::vector<Position> spread(Size size, int channels);

}  // namespace lenslet::stencil
