// Flat structuring elements, as calls describe them.
#pragma once

#include <string_view>
#include <vector>

#include <lenslet/op.hpp>

#include "op/op.hpp"
#include "stencil/stencil.hpp"

namespace lenslet::ops {

std::vector<Parameter> element_parameters();

// Returns the element as a mask of zeros and ones with at least one 1. Throws invalid_argument, with the names of the
// op and the parameter, for any other element.
stencil::Mask element_of(const char* op, const Arguments& args);

}  // namespace lenslet::ops
