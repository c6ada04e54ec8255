// The .cl files and photographs of studies, embedded byte for byte by the build.
#pragma once

#include <string_view>

namespace lenslet::study {

// The text of "amdahl.cl"; throws std::logic_error for a name that the build did not embed.
std::string_view kernel_source(std::string_view name);

}  // namespace lenslet::study
