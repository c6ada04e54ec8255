// What unrolling and constant memory, which the literature's filters always have, are worth by themselves.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// Adds a chart, and a note that says what each saves.
void add_ablation(Experiment& experiment);

}  // namespace lenslet::study
