// Which schedule a stencil gets untuned, and why.
#pragma once

#include <string>

#include <lenslet/schedule.hpp>

namespace lenslet::stencil {

struct Choice {
  Schedule schedule;
  std::string reason;
};

}  // namespace lenslet::stencil
