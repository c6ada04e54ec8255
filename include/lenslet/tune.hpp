// What the tuner finds out about schedules on a device.
#pragma once

#include <string>

#include <lenslet/schedule.hpp>
#include <lenslet/verify.hpp>

namespace lenslet {

// Milliseconds over all launches of one call, by the device's own clock.
struct Measured {
  double median_ms = 0;
  double low_ms = 0;   // lower quartile
  double high_ms = 0;  // upper quartile
  int samples = 0;
  bool host_clock = false;  // the driver times nothing: the host's clock round a call that is waited for
};

// One schedule that was tried. Only a correct one has a time.
struct Trial {
  Schedule schedule;
  Outcome outcome = Outcome::excluded;
  Measured time;
  std::string detail;  // the first wrong sample, the error, or the rule that excludes the schedule
};

}  // namespace lenslet
