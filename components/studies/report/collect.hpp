// Runs studies one after the other into a record.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

struct Collector {
  std::function<StudyReport(const std::string& study)> run;
  std::function<bool()> stop;  // asked after each study
  std::function<void(const std::string& study, const std::exception& error)> failed;
  std::function<void()> more_to_come =
      {};  // after each study but the last; meanwhile the record counts as a stopped one
};

// Runs the studies. A failed one is recorded, and the others go on.
void collect(Record& record, const std::vector<std::string>& studies, const Collector& collector);

}  // namespace lenslet::report
