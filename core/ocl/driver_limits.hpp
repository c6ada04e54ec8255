// Limits that some drivers have and do not report. 0 means no limit.
#pragma once

#include <cstdint>

#include <lenslet/device.hpp>

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// The most rounds of all loops of a work-item together. Mesa's gallivm silently ends loops after
// LP_MAX_TGSI_LOOP_ITERATIONS rounds.
std::uint64_t max_loop_rounds(const DeviceInfo& device);

// The most lanes of a window op's pixels whose code may be unrolled. Beyond it gallivm compiles for minutes, because it
// takes vectors apart.
std::uint64_t max_unrolled_lanes(const DeviceInfo& device);

// Tells whether sub-devices have no image objects although the device has. PoCL 3.1 looks for a queue's sub-device
// among the image's devices, which are whole devices, and ends the process where it does not find it.
bool loses_images_by_division(const DeviceInfo& device);

// Tells whether a map of a part of an image1d_array always begins at the first layer, as in Mesa 22.3.
bool maps_from_first_layer(const DeviceInfo& device);

// Tells whether a kernel that writes an image1d_buffer ends the process, as with PoCL 3.1 where no other argument is
// memory.
bool crashes_in_written_image_buffers(const DeviceInfo& device);

// Tells whether the launch of a kernel that the driver brings with it ends the process, as with PoCL 3.1: it looks for
// the kernel's code by a hash that it computes for programs from text alone.
bool crashes_in_built_in_kernels(const DeviceInfo& device);

// Tells whether a branch right behind a barrier in a loop ends the process while it is compiled, as with PoCL 5.0
// (github.com/pocl/pocl/pull/2281). Groups of one work-item need no barrier.
bool crashes_in_branches_behind_barriers(const DeviceInfo& device);

// Tells whether the compiler prints the number of its warnings to the process's standard error, as PoCL's does: "18
// warnings generated.". Only the option against all warnings prevents that.
bool prints_warnings(const DeviceInfo& device);

// Tells whether a command may unmap what one before it maps. Mesa's rusticl knows a map only once it has ended.
bool unmaps_what_will_be_mapped(const DeviceInfo& device);

// Tells whether events show when their command begins. Those of Mesa's rusticl go from queued directly to complete.
bool tells_begin(const DeviceInfo& device);

// Tells whether only the first layer of an image1d_array can be copied to and from buffers, as by NVIDIA's driver 580.
bool copies_first_layer_alone(const DeviceInfo& device);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
