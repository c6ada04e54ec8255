// One context for several devices.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet::ocl {

using ContextError = std::function<void(std::string_view text)>;

// The function that a driver calls with an error in a context, and the pointer that it passes.
struct ContextNotice {
  void (*call)(const char* text, const void* details, std::size_t bytes, void* data) = nullptr;
  void* data = nullptr;
};

// Keeps the function until the process ends, since OpenCL 1.2 does not tell when a context is gone and makes no more
// calls. Without a function both are null.
ContextNotice notice_of(ContextError on_error);

// Makes an in-order queue for each device. Throws invalid_argument for devices of different platforms.
std::vector<Queue> queues_in_one_context(std::span<const Device> devices, bool timed, ContextError on_error);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
