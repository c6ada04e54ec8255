// Refuses schedules of users' ops that are known to hang or to be wrong.
#pragma once

#include <lenslet/quarantine.hpp>

namespace lenslet {

// Throws unsupported where the plan is of a user's op and its schedule is quarantined and not forced. The library's own
// ops always end: a schedule that was quarantined as too slow still gives a result.
void refuse_quarantined(const Plan& plan);

}  // namespace lenslet
