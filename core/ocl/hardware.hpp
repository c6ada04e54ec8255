// What stands in a device's hardware for the parts of OpenCL's platform model.
#pragma once

#include <lenslet/device.hpp>

#include "ocl/handles.hpp"

namespace lenslet::ocl {

// Fills in the lanes that run in step, the processing elements of a compute unit, and where local memory lies.
void describe_hardware(const cl::Device& device, DeviceInfo& info);

// The processing elements of a multiprocessor by NVIDIA's compute capability: units of f32. 0 for one that is not
// known.
int elements_of_capability(int major, int minor);

}  // namespace lenslet::ocl
