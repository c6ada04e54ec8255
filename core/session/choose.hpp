// Chooses the schedule of a problem. Takes the first schedule that exists of: the forced one, the one of the bundle's
// programs, one tuned for this case, one tuned for a near case, the untuned one.
#pragma once

#include <lenslet/session.hpp>

#include "op/problem.hpp"
#include "op/space.hpp"

namespace lenslet {

// Throws invalid_argument where the forced text is no schedule. Throws unsupported, with the rule's reason, where the
// forced schedule cannot serve the problem.
op::Choice choose(const Session& session, const op::Problem& problem);

}  // namespace lenslet
