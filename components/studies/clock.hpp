// The clocks of a study.
#pragma once

#include <functional>
#include <vector>

#include "ocl/queue.hpp"

namespace lenslet::study {

// Says how long the work takes by the host's clock.
double host_ms(const std::function<void()>& work);

// Gives what the device's clock said, or, where the driver has none, the host's.
double device_or_host_ms(double device_ms, double host_ms);

// Times what `launch` put into the queue: from the begin of the first command to the end of the last by the device's
// clock, or the host's time until all have ended.
double timed_ms(const std::function<std::vector<ocl::Event>()>& launch);

}  // namespace lenslet::study
