// Faults for tests of the tuner's protection. The environment's LENSLET_TEST_FAULT lists them, separated by commas:
//   wrong:SCHEDULE        its kernel leaves pixels out
//   wrong_large:SCHEDULE  its kernel leaves pixels out, but only on large images
//   hang:SCHEDULE         its build never ends
//   crash:SCHEDULE        its build ends the process
#pragma once

#include <string>

#include "tune/tuning_target.hpp"

namespace lenslet {

// Returns an empty function where the variable is not set. Throws invalid_argument for an unknown fault.
tune::Tamper fault_from_environment();

}  // namespace lenslet
