// The programs whose scaling the study amdahl measures, on some of a device's compute units.
#pragma once

#include <bit>
#include <map>
#include <memory>
#include <string>

#include "study/experiment.hpp"

namespace lenslet::study::scaling {

inline constexpr const char* arithmetic = "bound by arithmetic";
inline constexpr const char* memory = "bound by memory";
inline constexpr const char* half_serial = "half of it serial";
inline constexpr const char* grown = "half of it serial, the rest grown with the units";

// Some compute units as a device, with the programs for them.
struct Units;

// The whole of the work, and how it is spread over n units: sub-devices of n, with more groups than units, or n groups
// on the whole device.
class Work {
 public:
  Work(const Experiment& experiment, bool divides);

  // Of one of the lines above.
  Ready ready(const std::string& line, std::size_t n);

 private:
  std::shared_ptr<const Units> take(std::size_t n);

  const Experiment& experiment_;
  bool divides_;
  std::size_t groups_;    // that sub-devices share
  std::uint32_t rounds_;  // of one group that does all of the arithmetic
  std::size_t values_;    // to read
  std::map<std::size_t, std::shared_ptr<const Units>> made_;
};

}  // namespace lenslet::study::scaling
