// The parts of the study `vector-add`.
#pragma once

#include "studies/experiment.hpp"

namespace lenslet::study {

// Reads of four elements for each work-item.
void add_four_elements(Experiment& experiment);

}  // namespace lenslet::study
