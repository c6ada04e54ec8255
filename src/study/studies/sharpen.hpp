// Private to the study `sharpen`: its second part.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// Measures how long reads of global and of local memory take that wait for each other, and judges claim 24.
void measure_latency(Experiment& experiment);

}  // namespace lenslet::study
