// The study's SYCL: the module that compiles its kernels, loaded where it is installed.
#pragma once

#include <memory>

#include "studies/experiment.hpp"
#include "sycl/module.hpp"

namespace lenslet::study {

// Loads lenslet-sycl.so and compiles its kernels for the session's device, which takes seconds. Throws unsupported,
// with what would work, where the module, SYCL's libraries or the device's SPIR-V are missing.
std::shared_ptr<sycl::StudyKernels> load_sycl(const Experiment& experiment);

}  // namespace lenslet::study
