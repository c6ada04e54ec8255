// Which schedule a stencil gets untuned, and why.
#pragma once

#include <string>

#include <lenslet/schedule.hpp>

#include "op/space.hpp"

namespace lenslet::stencil {

struct ReasonedSchedule {
  Schedule schedule;
  std::string reason;
  op::GeneralCost cost = {};
};

}  // namespace lenslet::stencil
