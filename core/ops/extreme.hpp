// What dilation and erosion have in common.
#pragma once

#include <string>

#include "ops/filter.hpp"

namespace lenslet::ops {

// Makes the op that finds this extreme under its element. The texts say what is particular to it.
Filter extreme_filter(stencil::Extreme extreme, const char* name, std::string summary, const std::string& details);

}  // namespace lenslet::ops
