// Which schedule serves a problem: forced > tuned for this very case > tuned for a near one > the default.
#pragma once

#include <lenslet/session.hpp>

#include "stencil/choice.hpp"
#include "stencil/problem.hpp"

namespace lenslet {

// Throws unsupported where a forced schedule cannot serve the problem, with the rule's reason.
stencil::Choice choose(const Session& session, const Call& call, const stencil::Problem& problem,
                       const FilterOptions& options);

// The size that is looked up where the caller knows none: a photograph's.
inline constexpr Size usual_size{2048, 2048};

}  // namespace lenslet
