// Time by the host's clock.
#pragma once

#include <chrono>

namespace lenslet::cli {

using Clock = std::chrono::steady_clock;

inline double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace lenslet::cli
