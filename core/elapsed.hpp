// Time by the host's clock.
#pragma once

#include <chrono>

namespace lenslet {

inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace lenslet
