// Masks and structuring elements that the user writes.
#pragma once

#include <string_view>

#include "stencil/stencil.hpp"

namespace lenslet::ops {

// Whose text it is, and what it may be.
struct MaskText {
  const char* op;
  const char* parameter;
  int max_side_length;
  const char* example;
};

// Throws invalid_argument, with what is wrong and what is allowed, in the op's and the parameter's name.
[[noreturn]] void refuse_mask(const MaskText& kind, std::string_view what);

// Reads rows apart by ';' or a line's end, of numbers apart by blanks or commas. Both sides are odd.
stencil::Mask parse_mask(const MaskText& kind, std::string_view text);

}  // namespace lenslet::ops
