// Parameters as numbers, as kernels and references have them.
#pragma once

#include <string_view>

#include "op/arguments.hpp"
#include "user/head.hpp"

namespace lenslet::user {

// A flag is 0 or 1, a choice the place of its word. Throws invalid_argument for a name that is no parameter.
double number_of(const Head& head, const op::Arguments& arguments, std::string_view parameter);

}  // namespace lenslet::user
