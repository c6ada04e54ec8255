// Parameters as numbers, for kernels and references.
#pragma once

#include <string_view>

#include "op/op.hpp"
#include "user/head.hpp"

namespace lenslet::user {

// A flag is 0 or 1, a choice the index of its word. Throws invalid_argument for an unknown parameter.
double number_of(const Head& head, const op::Arguments& arguments, std::string_view parameter);

}  // namespace lenslet::user
