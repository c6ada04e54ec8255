// Compiles special programs in the background, for later sessions.
#pragma once

#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// Starts a low-priority process that compiles the programs of the plan's special_schedule() into the cache, for later
// sessions. Returns at once; the process outlives this one. Only one such process runs at a time. Returns false where
// nothing has to be compiled, the cache cannot be used, lenslet-worker is missing, or another such process is at work.
bool specialize_later(const Session& session, const Plan& plan, const Work& work);

}  // namespace lenslet
#pragma GCC visibility pop
