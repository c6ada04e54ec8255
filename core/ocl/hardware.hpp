// What a device's hardware has for the parts of OpenCL's platform model.
#pragma once

#include <lenslet/device.hpp>

#include "ocl/handles.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Sets the lanes that run in step, the processing elements of a compute unit, and whether local memory is separate.
void describe_hardware(const cl::Device& device, DeviceInfo& info);

// Returns the f32 units of a multiprocessor of this CUDA compute capability. 0 for an unknown one.
int elements_of_capability(int major, int minor);

// Returns the number of NVIDIA's architectures, 90 for sm_90; 0 for others. It tells which PTX the compiler takes.
int ptx_architecture(const DeviceInfo& device);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
