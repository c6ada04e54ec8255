// Private to the study `divergence`: its second part.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// Measures a median by a sort with branches and by a network without.
void measure_median(Experiment& experiment);

}  // namespace lenslet::study
