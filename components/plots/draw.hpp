// Draws plots through PLplot.
#pragma once

#include <string>

#include <lenslet/plot.hpp>

namespace lenslet::plot {

// Returns the text of an SVG file. Throws unsupported for numbers too large to draw.
std::string draw(const Plot& plot);

}  // namespace lenslet::plot
