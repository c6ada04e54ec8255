// The parts of the study `sampler`.
#pragma once

#include "studies/experiment.hpp"

namespace lenslet::study {

// Adds what reads return for texels of other types than the kernel's.
void add_conversions(Experiment& experiment);

}  // namespace lenslet::study
