// One context for several devices.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

using ContextError = std::function<void(std::string_view text)>;

// Makes a queue in order for each device. Throws invalid_argument for devices of several platforms.
std::vector<Queue> queues_in_one_context(std::span<const Device> devices, bool timed, ContextError on_error);

}  // namespace lenslet::ocl
