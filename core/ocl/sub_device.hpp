// Parts of a device: to measure what its compute units add, and as devices of a group. Few drivers can divide a device:
// PoCL's can; NVIDIA's and Mesa's cannot.
#pragma once

#include "ocl/device.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Makes a sub-device of `units` compute units, for a queue of its own. Throws invalid_argument unless `units` is from 1
// to the device's number. Throws unsupported where the driver cannot divide it so.
Device sub_device(const Device& device, int units);

// Divides the device into `parts` of equally many compute units, each with at least one, and returns part number
// `part`, from 0. Units that are left over are not used. Throws as the other function does.
Device sub_device(const Device& device, int parts, int part);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
