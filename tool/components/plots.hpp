// Pictures of results, as the tool draws them.
#pragma once

#include <lenslet/plot.hpp>
#include <string>

#include "tool/components/component.hpp"

namespace lenslet::cli {

// The type of plot::draw().
using DrawPlot = std::string(const Plot& plot);

inline constinit Component<DrawPlot> plots{{"plots", "pictures of results", "LENSLET_PLOTS", "PLplot (libplplot-dev)"}};

}  // namespace lenslet::cli
