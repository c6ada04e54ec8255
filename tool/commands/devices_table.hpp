// What a device has for each part of OpenCL's model of a platform, as a table for people.
#pragma once

#include <string>

#include <lenslet/device.hpp>

namespace lenslet::cli {

std::string hardware_table(const DeviceInfo& device);

}  // namespace lenslet::cli
