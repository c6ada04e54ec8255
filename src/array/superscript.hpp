// Whole numbers as powers are written.
#pragma once

#include <string>

namespace lenslet::array {

std::string superscript(int value);  // "⁻¹²"

}  // namespace lenslet::array
