// Estimates how long studies will take on this device.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/study.hpp>

namespace lenslet::report {

// Begins with what the studies took elsewhere; those that have ended here then say how much longer or shorter the
// others take.
class ExpectedTime {
 public:
  // Takes the studies in their order. Throws invalid_argument for an unknown one.
  ExpectedTime(const std::vector<std::string>& studies, DeviceKind kind, const StudyOptions& options);

  void ended(double seconds);         // says what the study at hand took; the next one begins
  double left(double seconds) const;  // seconds left, where the study at hand began so long ago

 private:
  std::vector<double> seconds_;  // of each study, elsewhere
  std::size_t place_ = 0;        // of the study at hand
  double took_ = 0;              // by those that have ended, together
};

// Writes a time as people say it: "40 s", "12 min", "2.5 h".
std::string rounded_time(double seconds);

}  // namespace lenslet::report
