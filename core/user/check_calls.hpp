// Refuses calls of AT(dx, dy) and its kin that ask for what is not there, where that is seen before a compiler runs.
// What is not seen is safe: the kernel takes the nearest one that is there, see within.cl.
#pragma once

#include "op/arguments.hpp"
#include "user/filter.hpp"

namespace lenslet::user {

// Of calls that plain numbers index, by the largest window. Throws invalid_argument, "FILE:LINE:COLUMN: ...".
void check_calls(const Filter& filter);

// Of calls that parameters index, by the window that these have.
void check_calls(const Filter& filter, const op::Arguments& arguments);

}  // namespace lenslet::user
