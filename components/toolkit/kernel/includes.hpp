// Which other files a text includes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lenslet::kernel {

// Returns the names behind each #include, without quotes; an empty one where there is no plain name.
std::vector<std::string> included_files(std::string_view text);

}  // namespace lenslet::kernel
