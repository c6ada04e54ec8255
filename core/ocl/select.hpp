// Finds the device that a selector means: a function of the list alone. The grammar is in <lenslet/device.hpp>.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// Returns the place in `devices`; an empty selector means the default. `origin` says where the selector came from
// ("LENSLET_DEVICE"), for the message of the no_device error, and `failures` are the platforms without a list of
// devices, for the same message.
std::size_t select(std::span<const DeviceInfo> devices, std::string_view selector, std::string_view origin = {},
                   std::span<const std::string> failures = {});

}  // namespace lenslet::ocl
