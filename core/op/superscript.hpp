// Writes integers as exponents.
#pragma once

#include <string>

namespace lenslet::op {

std::string superscript(int value);  // "⁻¹²"

}  // namespace lenslet::op
