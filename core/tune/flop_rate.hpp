// The yardstick of arithmetic.
#pragma once

#include <lenslet/session.hpp>

namespace lenslet::tune {

// Returns the f32 operations per second of the device, a multiply-add counted as two, in the fastest of some launches.
double flop_rate(const Session& session);

}  // namespace lenslet::tune
