// Faults for tests of the tuner's defence. The environment's LENSLET_TEST_FAULT names them, separated by commas:
//   wrong:SCHEDULE        its kernel leaves pixels out
//   wrong_large:SCHEDULE  only on large images
//   hang:SCHEDULE         its build never ends
//   crash:SCHEDULE        its build ends the process
#pragma once

#include <string>

#include "tune/tuning_target.hpp"

namespace lenslet {

// Returns nothing where the variable is not set. Throws invalid_argument for a fault that there is not.
tune::Tamper fault_from_environment();

}  // namespace lenslet
