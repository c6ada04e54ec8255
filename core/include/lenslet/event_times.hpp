// When the commands of a launch went through the device's queue.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/plan.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Nanoseconds of the device's clock. Only differences mean something. All are 0 where the driver gives no times.
struct EventTimes {
  std::uint64_t queued = 0;     // the host put the command into the queue
  std::uint64_t submitted = 0;  // the driver handed it to the device
  std::uint64_t started = 0;
  std::uint64_t ended = 0;
};

// Returns the times of each command of a launch, in order. The launch may be of a plan or of a kernel. Waits, and
// throws as Launch::wait() does. All times are 0 without SessionOptions::timing.
std::vector<EventTimes> event_times(const Launch& launch);

}  // namespace lenslet
#pragma GCC visibility pop
