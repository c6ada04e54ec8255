// Private to the study `edges`: its second part.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// The chart of the convolution in one dimension, over its taps.
void measure_convolution(Experiment& experiment);

}  // namespace lenslet::study
