// Estimates how long studies will take on this device.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/study.hpp>

namespace lenslet::report {

// Begins with the studies' times elsewhere. Studies that have ended here correct the times of the others.
class ExpectedTime {
 public:
  // One study whose time nobody knows.
  ExpectedTime();

  // Takes the studies in their order. Throws invalid_argument for an unknown one.
  ExpectedTime(const std::vector<std::string>& studies, DeviceKind kind, const StudyOptions& options);

  void ended(double seconds);         // the current study took so long, and the next begins
  double left(double seconds) const;  // that remain, if the current study has run so long

 private:
  std::vector<double> seconds_;  // of each study, elsewhere
  std::size_t place_ = 0;        // of the current study
  double took_ = 0;              // elsewhere, by all studies that have ended here
};

// Writes a time as people say it: "40 s", "12 min", "2.5 h".
std::string rounded_time(double seconds);

}  // namespace lenslet::report
