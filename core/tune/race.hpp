// Times what competes on a device, in turns: the tuner and the meters share this.
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

// What was taken of one plan.
struct Laps {
  Measured time;
  double call_ms = 0;       // median of the host's clock round a call that is waited for
  std::uint64_t bytes = 0;  // as Timing::bytes
};

struct LapOptions {
  int samples = 20;
  int warm_up_launches = 3;  // at least so many, and for so long: idle devices run at a low clock
  double warm_up_ms = 100;
  double limit_ms = std::numeric_limits<double>::infinity();  // then one round warms up, and fewer samples do, but at
  int min_samples = 3;                                        // least so many

  // Is asked now and then what the times so far are worth; once true, no more samples are taken.
  std::function<bool(std::span<const Measured>)> enough = {};

  // A plan that is far slower than this is left after a launch or two, with as many samples.
  double rival_ms = std::numeric_limits<double>::infinity();
};

// Launches once, on the memory whose turn it is.
using Runner = std::function<Launch(std::size_t turn)>;

// Launches what competes in turns, so that what disturbs one disturbs all.
std::vector<Laps> race(std::span<const Runner> runners, const LapOptions& options);

// Returns how many copies of inputs and outputs with so many bytes take turns, so that none waits in a cache for its
// launch: as many as hold half a gigabyte together, 2 to 64, and fewer where the device has little memory.
int rotating_copies(const DeviceInfo& device, std::uint64_t bytes);

}  // namespace lenslet
