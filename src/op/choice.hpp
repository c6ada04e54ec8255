// Which schedule a plan gets, and why.
#pragma once

#include <string>

#include <lenslet/plan.hpp>

namespace lenslet::op {

struct Choice {
  std::string schedule;
  std::string reason;
  Origin origin = Origin::device_class;
};

}  // namespace lenslet::op
