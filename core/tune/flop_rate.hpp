// Measures how fast a device computes.
#pragma once

#include <lenslet/session.hpp>

namespace lenslet::tune {

// Returns the device's f32 operations per second, in the fastest of some launches. A multiply-add counts as two.
double flop_rate(const Session& session);

}  // namespace lenslet::tune
