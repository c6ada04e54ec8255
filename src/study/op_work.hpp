// Ways to compute an op: its schedules, on the same inputs.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lenslet/work.hpp>

#include "study/experiment.hpp"

namespace lenslet::study {

// Candidates of one op on inputs of its own making, which they share.
class OpWork {
 public:
  OpWork(Experiment& experiment, Work work);

  // With a schedule; an empty one: what the library takes untuned. One that a rule excludes has no times, but the
  // rule's reason.
  void add(std::size_t chart, const std::string& line, double x, const std::string& schedule) const;

 private:
  struct Shared;
  Experiment& experiment_;
  std::shared_ptr<Shared> shared_;
};

// A study that compares schedules of an op: a chart with a line for each, over works of several sizes.
struct ScheduleStudy {
  std::string title, x_axis;
  std::vector<std::pair<double, Work>> works;              // by their places on the axis
  std::vector<std::pair<std::string, std::string>> lines;  // names, and schedules
};

// Adds the chart and says which it is.
std::size_t add(Experiment& experiment, const ScheduleStudy& study);

}  // namespace lenslet::study
