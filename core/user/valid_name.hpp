// Which names a filter and its parameters may have.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::user {

// These return what is wrong with a name and what is allowed; empty where nothing is wrong.
std::string wrong_with_filter(std::string_view name);     // a built-in op may have it
std::string wrong_with_parameter(std::string_view name);  // an option of the command line or a kernel may have it
std::string wrong_with_function(std::string_view name);   // a kernel may have it

}  // namespace lenslet::user
