// Finds the files that a text includes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lenslet::kernel {

// Returns the name after each #include, without quotes; an empty one where it is no plain name.
std::vector<std::string> included_files(std::string_view text);

}  // namespace lenslet::kernel
