// Opening the session of a command, or of each device.
#pragma once

#include <lenslet/device_group.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

// Throws what Session does, and io where the folder that PoCL would keep compiled kernels in is not safe.
Session open_session(const SessionOptions& options);
DeviceGroup open_group(const SessionOptions& options);

// The devices that the list means, each by a selector, where it means several; else nothing. Loads no
// driver for what can mean but one. Throws as device_selectors() does.
std::vector<std::string> several_devices(const SessionOptions& options);

}  // namespace lenslet::cli
