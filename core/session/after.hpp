// Launches that begin after events, see RunOptions::after.
#pragma once

#include <vector>

#include <lenslet/event.hpp>

#include "ocl/queue.hpp"

#pragma GCC visibility push(default)
namespace lenslet {

// Makes later commands of the queue wait for these events. Returns events that end with the last of them, for
// Access::after(). Throws invalid_argument for an event of another context.
std::vector<ocl::Event> wait_in_queue(const ocl::Queue& queue, const std::vector<Event>& events);

}  // namespace lenslet
#pragma GCC visibility pop
