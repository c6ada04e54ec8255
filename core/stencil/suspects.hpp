// Where to look in a large image, whose reference would take minutes.
#pragma once

#include <vector>

#include <lenslet/image.hpp>

#include "stencil/truth.hpp"

namespace lenslet::stencil {

// In every stretch of a row where two results differ, the sample that differs most; a stretch is at most 4096 samples.
// Results may differ and both be right, where sums were rounded in another order.
std::vector<Position> suspects(const std::vector<ImageView>& got, const std::vector<ImageView>& proven);

// One sample of every stretch, for a result that there is nothing to compare with.
std::vector<Position> spread(Size size, int channels);

}  // namespace lenslet::stencil
