// When the commands of a launch went through the device's queue.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/plan.hpp>

namespace lenslet {

// Nanoseconds of the device's clock, whose zero means nothing: differences count. Zeros where there are no times.
struct EventTimes {
  std::uint64_t queued = 0;     // the host put the command into the queue
  std::uint64_t submitted = 0;  // the driver handed it to the device
  std::uint64_t started = 0;
  std::uint64_t ended = 0;
};

// Of each command of a launch, a plan's or a kernel's, in order. Waits, and throws as Launch::wait() does. All are
// zeros without SessionOptions::timing.
std::vector<EventTimes> event_times(const Launch& launch);

}  // namespace lenslet
