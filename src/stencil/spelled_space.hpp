// The schedules of stencils by their spellings.
#pragma once

#include <lenslet/schedule.hpp>

#include "op/space.hpp"
#include "stencil/space.hpp"

namespace lenslet::stencil {

using SpelledSpace = op::SpelledSpace<Schedule>;

SpelledSpace spelled(const Space& space);

}  // namespace lenslet::stencil
