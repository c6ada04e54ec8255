// Finds the device, or the list of devices, that a selector means. Works on a list of descriptions alone.
// <lenslet/device.hpp> has the grammar.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// Returns the index in `devices`. An empty selector means the default. Throws no_device where none fits. The message
// has `origin`, which says where the selector came from ("LENSLET_DEVICE"), and `failures`, the platforms that could
// not list their devices.
std::size_t select(std::span<const DeviceInfo> devices, std::string_view selector, std::string_view origin = {},
                   std::span<const std::string> failures = {});

// A device, or one of the equal parts into which it is divided.
struct Selected {
  std::size_t device = 0;  // index in the list
  int parts = 1, part = 0;
};

// Returns a selector that means only this device: "0", "0/2/1".
std::string to_string(const Selected& selected);

// Returns at least one. A selector of words takes a device that no earlier one took: "gpu,gpu" are two. Throws as
// select() does. Throws invalid_argument where a device would be taken twice, and for a number of parts that its
// compute units cannot give.
std::vector<Selected> select_list(std::span<const DeviceInfo> devices, std::string_view selectors,
                                  std::string_view origin = {}, std::span<const std::string> failures = {});

}  // namespace lenslet::ocl
