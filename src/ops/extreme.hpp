// What dilation and erosion have in common.
#pragma once

#include <string>

#include "ops/filter.hpp"

namespace lenslet::ops {

// Makes the op that finds this extreme of the window. The texts say what is particular to it.
Filter extreme_filter(stencil::Extreme extreme, std::string name, std::string summary, std::string details);

}  // namespace lenslet::ops
