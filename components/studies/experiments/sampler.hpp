// The parts of the study `sampler`.
#pragma once

#include "studies/experiment.hpp"

namespace lenslet::study {

// Adds what reads return for texels of other types than the kernel's.
void add_conversions(Experiment& experiment);

// Runs the source's own kernel, draws its samples, lists them beside those of the source's two devices, and judges
// claim 22 by them. `wrong_at_centres` counts the samples at texels' centres that are not the specified ones.
void add_printed(Experiment& experiment, int wrong_at_centres);

// Judges claim 22 of a device without samples.
Claim without_samples(const Experiment& experiment, const std::string& missing);

}  // namespace lenslet::study
