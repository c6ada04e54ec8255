// Strips of what, and which of it is wanted.
#pragma once

#include <vector>

#include "session/strip_layout.hpp"

namespace lenslet {

// Returns a layout with the whole's sizes and the wanted rows alone. Throws as Strips does, but for memory and for the
// order of rows.
StripLayout checked_whole(const std::vector<Plan>& plans, const std::vector<ImageType>& inputs,
                          const StripOptions& options);

}  // namespace lenslet
