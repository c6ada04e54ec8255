// What programs are told of other ops that their kernels compute as well.
#pragma once

#include <string>

#include "stencil/defines.hpp"
#include "stencil/problem.hpp"

namespace lenslet::stencil {

void define_others(Defines& defines, const Problem& problem);

// The files of all point functions, each once for each type of its arithmetic.
std::string functions_of(const Problem& problem);

}  // namespace lenslet::stencil
