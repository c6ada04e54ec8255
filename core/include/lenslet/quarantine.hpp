// Schedules that are not tried again because their kernels did not end.
#pragma once

#include <string>

#include <lenslet/plan.hpp>
#include <lenslet/session.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Stores that the plan's kernels hang. `why` says how that is known: "no end after 2 s". On this device under this
// driver, tuning and plans then avoid the schedule for the same op, types and options, with inputs of any size.
// Planning a user's op throws unsupported, with the reason, where no other schedule is known to be right. A forced
// schedule still runs. TuningStore::clear() forgets the quarantine. Throws io where it cannot even be remembered within
// this process.
void quarantine(const Plan& plan, const std::string& why);

// Tells whether the device waits for its compiler. It does while a program is built. It also does while a kernel's
// first launch has not begun, because PoCL and others generate code then; Mesa's rusticl does not show this. Such time
// says nothing about kernels. Does not wait. Any thread may ask.
bool is_compiling(const Session& session);

}  // namespace lenslet
#pragma GCC visibility pop
