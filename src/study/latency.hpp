// How long one read waits, by the kind of memory.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

void measure_latency(Experiment& experiment);

}  // namespace lenslet::study
