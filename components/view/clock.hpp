// The host's clock.
#pragma once

#include <chrono>

namespace lenslet::view {

using Clock = std::chrono::steady_clock;

inline double ms_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

}  // namespace lenslet::view
