// One context for several devices.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::ocl {

using ContextError = std::function<void(std::string_view text)>;

// What a driver calls with an error in a context, and what it hands back then.
struct ContextNotice {
  void (*call)(const char* text, const void* details, std::size_t bytes, void* data) = nullptr;
  void* data = nullptr;
};

// Keeps the function until the process ends: OpenCL 1.2 tells nobody when a context is gone and calls no more. Nulls
// for no function.
ContextNotice notice_of(ContextError on_error);

// Makes a queue in order for each device. Throws invalid_argument for devices of several platforms.
std::vector<Queue> queues_in_one_context(std::span<const Device> devices, bool timed, ContextError on_error);

}  // namespace lenslet::ocl
