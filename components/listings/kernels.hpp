// The kernels of listings, the functions of the host's, and the rows of docs/literature.md, embedded byte for byte by
// the build.
#pragma once

#include <string_view>

namespace lenslet::listings {

// The text of "saxpy.cl" or "events.cpp"; throws std::logic_error for a name that the build did not embed.
std::string_view kernel_source(std::string_view name);

}  // namespace lenslet::listings
