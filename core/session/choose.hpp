// Chooses the schedule of a problem: forced > that of a bundle's programs > tuned for this very case > tuned for a near
// one > the untuned one.
#pragma once

#include <lenslet/session.hpp>

#include "op/problem.hpp"
#include "op/space.hpp"

namespace lenslet {

// Throws invalid_argument for a forced schedule that is none, and unsupported, with the rule's reason, for one that
// cannot serve the problem.
op::Choice choose(const Session& session, const op::Problem& problem);

}  // namespace lenslet
