// Chooses the schedule of a problem. The first of these that exists is taken: forced, that of a bundle's programs,
// tuned for this case, tuned for a near case, untuned.
#pragma once

#include <lenslet/session.hpp>

#include "op/problem.hpp"
#include "op/space.hpp"

namespace lenslet {

// Throws invalid_argument where the forced schedule is none, unsupported, with the rule's reason, where it cannot serve
// the problem.
op::Choice choose(const Session& session, const op::Problem& problem);

}  // namespace lenslet
