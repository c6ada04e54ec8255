// Masks and structuring elements that calls bring.
#pragma once

#include <string_view>

#include <lenslet/argument.hpp>

#include "stencil/stencil.hpp"

namespace lenslet::ops {

// The op and parameter of a mask, and its limit.
struct GivenMask {
  const char* op;
  const char* parameter;
  int max_side_length;
};

// Throws invalid_argument in the op's and the parameter's name, with what is wrong and what is allowed.
[[noreturn]] void refuse_mask(const GivenMask& kind, std::string_view what);

// Both sides must be odd, so that there is a centre.
stencil::Mask mask_of(const GivenMask& kind, const Matrix& matrix);

}  // namespace lenslet::ops
