// Which schedule a plan gets, and why.
#pragma once

#include <string>

#include <lenslet/plan.hpp>
#include <lenslet/schedule.hpp>

namespace lenslet::stencil {

struct Choice {
  Schedule schedule;
  std::string reason;
  Origin origin = Origin::device_class;
};

}  // namespace lenslet::stencil
