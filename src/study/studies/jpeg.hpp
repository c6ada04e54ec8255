// What the study `jpeg` measures with the component lenslet::jpeg.
#pragma once

#include "study/experiment.hpp"

namespace lenslet::study {

// In a build without it, says so.
void measure_jpeg(Experiment& experiment);

}  // namespace lenslet::study
