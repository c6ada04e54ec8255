// The time that a work took, by the clock and of the processor.
#pragma once

#include <chrono>
#include <ctime>

// How long a work took, and what its threads used of the processor together: other programs delay the one alone.
struct Took {
  double ms, processor_ms;
};

Took time_of(const auto& work) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::clock_t processor = std::clock();
  work();
  const double used = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  return {std::chrono::duration<double, std::milli>(Clock::now() - begin).count(), used * 1e3};
}
