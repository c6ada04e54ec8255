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

}  // namespace lenslet::ocl
