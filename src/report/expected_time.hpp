// How long studies will take on this device.
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
  // The studies in their order. Throws invalid_argument for an unknown one.
  ExpectedTime(const std::vector<std::string>& studies, DeviceKind kind, const StudyOptions& options);

  void ended(double seconds);         // the study at hand, which took so long; the next one begins
  double left(double seconds) const;  // of the study at hand, which began so long ago, and of those after it

 private:
  std::vector<double> seconds_;  // of each study, elsewhere
  std::size_t place_ = 0;        // of the study at hand
  double took_ = 0;              // those that have ended, together
};

// "40 s", "12 min", "2.5 h".
std::string rounded_time(double seconds);

}  // namespace lenslet::report
