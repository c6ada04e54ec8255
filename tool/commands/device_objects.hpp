// What a device has of OpenCL's objects: orders of queues, functions of the host, kernels of its own, formats of
// images.
#pragma once

#include <lenslet/device.hpp>

#include "tool/records/json.hpp"

namespace lenslet::cli {

void print_objects(const DeviceInfo& device);
Json objects_json(const DeviceInfo& device);

}  // namespace lenslet::cli
