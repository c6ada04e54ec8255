// Masks and structuring elements that the user writes.
#pragma once

#include <string_view>

#include "stencil/stencil.hpp"

namespace lenslet::ops {

// The op and parameter of a text, and its limits.
struct MaskText {
  const char* op;
  const char* parameter;
  int max_side_length;
  const char* example;
};

// Throws invalid_argument in the op's and the parameter's name, with what is wrong and what is allowed.
[[noreturn]] void refuse_mask(const MaskText& kind, std::string_view what);

// Reads numbers. Rows end with ';' or the line's end, and blanks or commas separate numbers. Both sides are odd.
stencil::Mask parse_mask(const MaskText& kind, std::string_view text);

}  // namespace lenslet::ops
