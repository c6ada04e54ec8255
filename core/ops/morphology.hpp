// What opening and closing share.
#pragma once

#include <string>

#include "op/op.hpp"

namespace lenslet::ops {

// Makes the op that finds one extreme under an element and then the other. Both ops take the same element.
op::Op two_extremes(OpInfo info, const std::string& first, const std::string& second);

}  // namespace lenslet::ops
