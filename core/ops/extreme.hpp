// What dilation and erosion share.
#pragma once

#include <string>

#include "ops/filter.hpp"

namespace lenslet::ops {

// Makes the op that finds this extreme under its element. The texts describe that op.
op::Op extreme_filter(stencil::Extreme extreme, const char* name, std::string summary, const std::string& details);

}  // namespace lenslet::ops
