// What opening and closing have in common.
#pragma once

#include <string>

#include "op/op.hpp"

namespace lenslet::ops {

// Makes the op that finds one extreme under an element and then the other: both ops take the same element.
op::Op two_extremes(OpInfo info, const std::string& first, const std::string& second);

}  // namespace lenslet::ops
