// Which names a filter and its parameters may have.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::user {

// What is wrong with a name, with what is allowed; empty where nothing is.
std::string wrong_with_filter(std::string_view name);     // built-in ops have theirs
std::string wrong_with_parameter(std::string_view name);  // so have options of the command line, and kernels
std::string wrong_with_function(std::string_view name);   // kernels have theirs

}  // namespace lenslet::user
