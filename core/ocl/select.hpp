// Finds the device that a selector means, or those of a list: functions of the devices' list alone. The grammar is in
// <lenslet/device.hpp>.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// Returns the place in `devices`; an empty selector means the default. `origin` says where the selector came from
// ("LENSLET_DEVICE"), for the message of the no_device error, and `failures` are the platforms without a list of
// devices, for the same message.
std::size_t select(std::span<const DeviceInfo> devices, std::string_view selector, std::string_view origin = {},
                   std::span<const std::string> failures = {});

// A device, or one of the equal parts into which it is cut.
struct Selected {
  std::size_t device = 0;  // its place in the list
  int parts = 1, part = 0;
};

// "0", "0/2/1": a selector that means this device alone.
std::string to_string(const Selected& selected);

// Returns at least one. A selector with words takes a device that none before it took, so that "gpu,gpu" means two.
// Throws as select() does, and invalid_argument where a device would be taken twice, and for a number of parts that its
// compute units do not give.
std::vector<Selected> select_list(std::span<const DeviceInfo> devices, std::string_view selectors,
                                  std::string_view origin = {}, std::span<const std::string> failures = {});

}  // namespace lenslet::ocl
