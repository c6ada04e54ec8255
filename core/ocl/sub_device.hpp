// Parts of a device: to see what its compute units add, and as devices of a group. Few drivers divide: PoCL's does;
// NVIDIA's and Mesa's do not.
#pragma once

#include "ocl/device.hpp"

namespace lenslet::ocl {

// Makes a device of `units` of the device's compute units, for a queue of its own. Throws invalid_argument unless
// `units` is 1 to the device's, unsupported where the driver does not divide it so.
Device sub_device(const Device& device, int units);

// Cuts the device into `parts` of equally many compute units, each with at least one, and makes the part of this
// number, from 0. Compute units that are left over serve none. Throws as above.
Device sub_device(const Device& device, int parts, int part);

}  // namespace lenslet::ocl
