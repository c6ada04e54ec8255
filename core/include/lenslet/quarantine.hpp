// Schedules that are not tried again, because their kernels did not end.
#pragma once

#include <string>

#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

namespace lenslet {

// Stores that the plan's kernels hang, with why it is known, such as "no end after 2 s". Tuning and plans of the same
// op, types and options, for inputs of any size, pass its schedule over on this device under this driver; where no
// other is known to be right, plans of a user's op throw unsupported, with the reason. A schedule that the caller
// forces runs all the same. TuningStore::clear() forgets it. Throws io where not even this process can remember it.
void quarantine(const Plan& plan, const std::string& why);

// Whether the session's device waits for its compiler: a program is built, or kernels have been launched for the first
// time and not begun, for which PoCL and others generate code. Time so spent says nothing of kernels. Mesa's rusticl
// does not tell of the latter. Does not wait; any thread may ask.
bool is_compiling(const Session& session);

}  // namespace lenslet
