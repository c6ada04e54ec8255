// What ops share that are made of dilations and erosions by one element.
#pragma once

#include <string>

#include "op/op.hpp"

namespace lenslet::ops {

// Makes the op of a pipeline's text. Its ops `dilate` and `erode` take the element of the op's call.
op::Op of_extremes(OpInfo info, const std::string& text);

}  // namespace lenslet::ops
