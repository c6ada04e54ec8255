// The clocks of a study.
#pragma once

#include <functional>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::study {

// Says how long the work takes by the host's clock.
double host_ms(const std::function<void()>& work);

// Returns the time by the device's clock, or by the host's where the driver has none.
double device_or_host_ms(double device_ms, double host_ms);

// Times what `launch` puts into the queue. By the device's clock it is from the first command's start to the last one's
// end, by the host's until all have ended.
double timed_ms(const std::function<std::vector<ocl::Event>()>& launch);

}  // namespace lenslet::study
