// Claim 21: how long one read waits, by the kind of memory.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// Adds a chart and the claim.
void judge_latency(Experiment& experiment);

}  // namespace lenslet::study
