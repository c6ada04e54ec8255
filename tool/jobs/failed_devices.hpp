// What is done about devices of several that failed.
#pragma once

#include <string>
#include <vector>

#include <lenslet/strips.hpp>

namespace lenslet::cli {

// Lets the program end without devices that hang: who waited for one at the end might wait for ever.
void leave_hanging(const std::vector<DeviceShare>& shares);

void note_failures(const std::vector<DeviceShare>& shares, std::vector<std::string>& notes);

}  // namespace lenslet::cli
