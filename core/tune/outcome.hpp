// Tells what an error says of the schedule that was tried.
#pragma once

#include <lenslet/error.hpp>
#include <lenslet/verify.hpp>

namespace lenslet {

// Is called within a handler, and throws again what says nothing of a schedule.
Outcome outcome_of(const Error& error);

}  // namespace lenslet
