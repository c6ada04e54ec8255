// Words of other tools for options and their values.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lenslet {

// Returns the name among `known` that a word of OpenCV, NumPy or ImageMagick stands for, "BORDER_REPLICATE" or
// "--angle", and an empty text where it is none.
std::string name_for_foreign(std::string_view word, std::span<const std::string> known);

}  // namespace lenslet
