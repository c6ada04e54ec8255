// Opens the session of a command, or one for each device.
#pragma once

#include <lenslet/device_group.hpp>
#include <string>
#include <vector>

namespace lenslet::cli {

// Throws what Session throws, and io if the folder for PoCL's compiled kernels is not safe.
Session open_session(const SessionOptions& options);
DeviceGroup open_group(const SessionOptions& options);

// The devices of a list that means several, each by a selector; otherwise nothing. Loads no driver if only one can be
// meant. Throws like device_selectors().
std::vector<std::string> several_devices(const SessionOptions& options);

}  // namespace lenslet::cli
