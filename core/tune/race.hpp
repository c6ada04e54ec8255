// Times several plans on a device in turns, for the tuner and for measurements.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/plan.hpp>
#include <lenslet/tune.hpp>

namespace lenslet {

// The measured times of one plan.
struct Laps {
  Measured time;
  double call_ms = 0;       // median, by the host's clock round a call that is waited for
  std::uint64_t bytes = 0;  // as Timing::bytes
};

struct LapOptions {
  int samples = 20;
  int warm_up_launches = 3;  // at least so many launches, and for at least warm_up_ms: idle devices run at a low clock
  double warm_up_ms = 100;
  // After this time one round warms up, and min_samples samples are enough.
  double limit_ms = std::numeric_limits<double>::infinity();
  int min_samples = 3;

  // Is asked now and then, with the times so far. Once it returns true no more samples are taken.
  std::function<bool(std::span<const Measured>)> enough = {};

  // A plan that is far slower than this leaves the race after one or two launches, with as many samples.
  double rival_ms = std::numeric_limits<double>::infinity();
};

// Launches once, on the copy of the values whose turn it is.
using Runner = std::function<Launch(std::size_t turn)>;

// Launches the runners in turns, so that a disturbance hits all of them.
std::vector<Laps> race(std::span<const Runner> runners, const LapOptions& options);

// Returns how many copies of inputs and outputs should take turns, so that none stays in a cache until its launch.
// `bytes` is the size of one copy. Together the copies are half a gigabyte: 2 to 64 copies, and fewer where the device
// has little memory.
int rotating_copies(const DeviceInfo& device, std::uint64_t bytes);

}  // namespace lenslet
