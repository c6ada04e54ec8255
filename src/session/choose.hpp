// Chooses the schedule of a problem: forced > that of a bundle's programs > tuned for this very case > tuned for a near
// one > the untuned one.
#pragma once

#include <lenslet/image.hpp>
#include <lenslet/session.hpp>

#include "op/choice.hpp"
#include "op/problem.hpp"

namespace lenslet {

// Throws invalid_argument for a forced schedule that is none, and unsupported, with the rule's reason, for one that
// cannot serve the problem.
op::Choice choose(const Session& session, const op::Problem& problem);

// The size that is looked up where the caller knows none: a photograph's.
inline constexpr Size usual_size{2048, 2048};

}  // namespace lenslet
