// The .cl files of the source tree, embedded byte for byte by the build.
#pragma once

#include <string_view>

namespace lenslet {

// The text of a file such as "median.cl". Throws std::logic_error for a name that the build did not embed.
std::string_view kernel_source(std::string_view name);

}  // namespace lenslet
