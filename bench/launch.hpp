// The clock of the launch benchmarks: only `launch` counts, and each finds the queue empty.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <vector>

template <class Launch, class Wait>
void time_launches(benchmark::State& state, const Launch& launch, const Wait& wait) {
  using Seconds = std::chrono::duration<double>;
  std::vector<double> times;
  for (auto _ : state) {
    const auto begin = std::chrono::steady_clock::now();
    const auto launched = launch();
    times.push_back(Seconds(std::chrono::steady_clock::now() - begin).count());
    state.SetIterationTime(times.back());
    wait(launched);
  }
  // The device of a CPU takes the host's cores: its threads stretch some launches and so the mean.
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  state.counters["median_us"] = times[times.size() / 2] * 1e6;
}
