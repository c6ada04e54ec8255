// Makes C++ names from the names of ops, parameters and choices.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::ops {

std::string identifier(std::string_view name);  // "3-by-3" -> "_3_by_3", "int" -> "int_"
std::string type_name(std::string_view name);   // "box_blur" -> "BoxBlur", "filter2d" -> "Filter2d"

}  // namespace lenslet::ops
