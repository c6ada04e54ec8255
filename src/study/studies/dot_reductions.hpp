// The second half of the study dot: what a reduction's barriers cost.
#pragma once

#include <cstdint>

#include "study/experiment.hpp"

namespace lenslet::study {

constexpr std::int64_t longest_dot = std::int64_t{1} << 24;

void measure_barriers(Experiment& experiment);

}  // namespace lenslet::study
