// Refuses calls such as AT(dx, dy) that ask for something outside, where that can be seen before compilation. Other
// calls are safe: the kernel takes the nearest thing inside, see within.cl.
#pragma once

#include "op/op.hpp"
#include "user/filter.hpp"

namespace lenslet::user {

// Checks calls with plain numbers against the largest window. Throws invalid_argument, "FILE:LINE:COLUMN: ...".
void check_calls(const Filter& filter);

// Checks calls with parameters against the window for these arguments.
void check_calls(const Filter& filter, const op::Arguments& arguments);

}  // namespace lenslet::user
