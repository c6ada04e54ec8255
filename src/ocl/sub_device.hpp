// A part of a device, to see what its compute units add. Few drivers divide: PoCL's does; NVIDIA's and Mesa's do not.
#pragma once

#include "ocl/device.hpp"

namespace lenslet::ocl {

// Makes a device of `units` of the device's compute units, for a queue of its own. Throws invalid_argument unless
// `units` is 1 to the device's, unsupported where the driver does not divide it so.
Device sub_device(const Device& device, int units);

}  // namespace lenslet::ocl
