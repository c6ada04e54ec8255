// Private to the study `constant-memory`: its second part.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// Measures arithmetic with literals of float and of double, and judges claim 52.
void measure_literals(Experiment& experiment);

}  // namespace lenslet::study
