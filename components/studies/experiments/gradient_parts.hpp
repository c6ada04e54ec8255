// The parts of the study `gradient`.
#pragma once

#include "studies/experiment.hpp"

namespace lenslet::study {

// Measures the literature's kernels as they are printed, on image objects, beside those that Lenslet composes for the
// same work, and returns the chart. Its lines are called as those of the charts of composed kernels; these have
// "composed" behind their names here.
std::size_t measure_printed(Experiment& experiment);

// Draws the literature's box plot: the runs of each way at 3 x 3, by the host's clock, and those of a separated filter
// that makes its intermediate image anew.
void measure_spread(Experiment& experiment);

}  // namespace lenslet::study
