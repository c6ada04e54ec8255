// Which schedule a plan gets, and why.
#pragma once

#include <string>

#include <lenslet/plan.hpp>

namespace lenslet::op {

// What a general program costs beside the special one.
struct GeneralCost {
  double loss = 0;                // of time, as a share of the special one's
  double seconds_to_compile = 0;  // the special one
};

struct Choice {
  std::string schedule;
  std::string reason;
  Origin origin = Origin::device_class;
  GeneralCost cost = {};  // of general schedules
};

}  // namespace lenslet::op
