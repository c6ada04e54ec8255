// How the programs of NPP show a call's result, and print its times as JSON.
#pragma once

#include <algorithm>
#include <cstdio>

#include "npp_context.hpp"

constexpr int least_repeats = 3, most_repeats = 31;

inline std::vector<double> call_times(cudaStream_t stream, int repeats, const std::function<void(int)>& launch) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    launch(i);
    check(cudaStreamSynchronize(stream));
    times.push_back(milliseconds_since(begin));
  }
  return times;
}

inline void print(const char* name, const std::vector<double>& times, const char* end) {
  std::printf("\"%s\": [", name);
  for (std::size_t i = 0; i < times.size(); ++i) std::printf("%s%.6f", i > 0 ? ", " : "", times[i]);
  std::printf("]%s", end);
}

// Calls, has the first result saved, and prints times: by the device's clock over calls in a row, and by the host's
// round calls that are waited for. With 0 seconds it prints none.
inline void prove_and_time(cudaStream_t stream, double seconds, const std::function<void(int)>& launch,
                           const std::function<void()>& save) {
  check(cudaDeviceSynchronize());  // the stream does not wait for the uploads
  const double once = call_times(stream, 2, launch).back();
  save();
  if (seconds <= 0) return;
  const int repeats = std::clamp(static_cast<int>(seconds * 1000 / once), least_repeats, most_repeats);
  warm_up(stream, launch);
  std::printf("{");
  print("call_ms", call_times(stream, repeats, launch), ", ");
  print("ms", device_times(stream, repeats, launch), "}\n");
}
