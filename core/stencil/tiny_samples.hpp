// Integers whose bits are taken for a float's, and so cost no conversion: see word_rows.cl.
#pragma once

#include <vector>

#include "stencil/problem.hpp"

namespace lenslet::stencil {

// Whether the schedule's sums can take such samples: no tap, and no product, leaves the range of floats by that.
bool takes_tiny_samples(const Problem& problem, const Schedule& schedule);

// Makes taps larger by what such samples are smaller.
void scale_for_tiny_samples(std::vector<double>& taps, const Problem& problem);

}  // namespace lenslet::stencil
