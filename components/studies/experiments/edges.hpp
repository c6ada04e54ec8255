// The second part of the study `edges`.
#pragma once

#include "studies/experiment.hpp"

namespace lenslet::study {

// Adds the chart of the convolution in one dimension, over the number of its taps.
void measure_convolution(Experiment& experiment);

}  // namespace lenslet::study
