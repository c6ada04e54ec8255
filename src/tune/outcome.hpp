// What an error says of the schedule that was tried.
#pragma once

#include <lenslet/error.hpp>
#include <lenslet/verify.hpp>

namespace lenslet {

// Within a handler: what says nothing of a schedule is thrown again.
Outcome outcome_of(const Error& error);

}  // namespace lenslet
