// Knows what some drivers cannot do and do not say. 0 stands for no limit.
#pragma once

#include <cstdint>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// Limits the rounds of all loops of one work-item together. Mesa's gallivm ends them after LP_MAX_TGSI_LOOP_ITERATIONS,
// in silence.
std::uint64_t max_loop_rounds(const DeviceInfo& device);

// Limits the lanes of a window op's pixels whose code is written out: compiling more takes gallivm minutes, since it
// takes vectors apart.
std::uint64_t max_unrolled_lanes(const DeviceInfo& device);

// Says whether sub-devices have no image objects although the device has. PoCL 3.1 looks for a queue's sub-device among
// those of the image and ends the process where it finds none, as the image knows whole devices.
bool loses_images_by_division(const DeviceInfo& device);

// Says whether a part of an image1d_array is mapped from the first layer on, whichever it begins with, as in Mesa 22.3.
bool maps_from_first_layer(const DeviceInfo& device);

// Says whether a kernel that writes an image1d_buffer ends the process, as with PoCL 3.1.
bool crashes_in_written_image_buffers(const DeviceInfo& device);

// Says whether the compiler tells the process's standard error how many warnings it gave: "18 warnings generated.", as
// PoCL's does. It takes no option against that but the one against all warnings.
bool prints_warnings(const DeviceInfo& device);

// Says whether events tell when their command begins. Those of Mesa's rusticl go from queued to complete.
bool tells_begin(const DeviceInfo& device);

// Says whether an image1d_array's layers but the first are copied to no buffer and from none, as by NVIDIA's driver
// 580.
bool copies_first_layer_alone(const DeviceInfo& device);

}  // namespace lenslet::ocl
