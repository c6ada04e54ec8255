// Reads the times of a launch's commands.
#include <lenslet/event_times.hpp>

#include "access.hpp"
#include "ocl/host_work.hpp"
#include "ocl/order.hpp"

namespace lenslet {

std::vector<EventTimes> event_times(const Launch& launch) {
  launch.wait();
  std::vector<EventTimes> times;
  internal::Access::each_event(launch, [&](const ocl::Event& event, bool timed) {
    times.push_back(timed ? ocl::times_of(event) : EventTimes{});
  });
  return times;
}

}  // namespace lenslet
