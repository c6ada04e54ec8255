// The second half of the study dot: what a reduction's barriers cost.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// Charts the reductions and judges by them.
Claim judge_barriers(Experiment& experiment);

}  // namespace lenslet::study
