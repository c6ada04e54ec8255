// Compiling in the background.
#pragma once

#include <lenslet/session.hpp>
#include <lenslet/work.hpp>

namespace lenslet {

// Starts a process of low priority that compiles the programs of the plan's special_schedule(), so that later sessions
// find them in the cache, and returns at once. The process outlives this one; while one of these is at work no other is
// started. Returns false where there is nothing to compile, no cache to keep it in, or no lenslet-worker.
bool specialize_later(const Session& session, const Plan& plan, const Work& work);

}  // namespace lenslet
